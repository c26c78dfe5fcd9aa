import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Encoding } from './encoding.js';

const asGzip = promisify(gzip);
const asBrotli = promisify(brotliCompress);

/** What fits into one packet arrives no sooner for being smaller. */
export const worthCompressingBytes = 1400;

/** The cheapest steps at which our answers shrink to a tenth; the next ones cost twice as much for a few percent. */
const gzipLevel = 3;
const brotliQuality = 1;

/** Compresses beside the event loop. */
export const compress = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  encoding === 'gzip'
    ? asGzip(body, { level: gzipLevel })
    : asBrotli(body, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
          [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
        },
      });
