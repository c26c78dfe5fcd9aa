import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { Encoding } from './encoding.js';

const gzipBeside = promisify(gzip);
const brotliBeside = promisify(brotliCompress);

/** What fits into one packet arrives no sooner for being smaller. */
export const worthCompressingBytes = 1400;

/** Beside the event loop costs that loop more than compressing so much in it (50 to 100 us for a page of a search). */
const atOnceBytes = 128 * 1024;

/** The cheapest steps at which our answers shrink to a tenth; the next ones cost twice as much for a few percent. */
const gzipOptions = { level: 3 } as const;
const brotliOptions = (size: number): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_SIZE_HINT]: size },
});

export const compress = (body: Buffer, encoding: Encoding): Buffer | Promise<Buffer> => {
  const isSmall = body.length <= atOnceBytes;
  if (encoding === 'gzip') return isSmall ? gzipSync(body, gzipOptions) : gzipBeside(body, gzipOptions);
  const options = brotliOptions(body.length);
  return isSmall ? brotliCompressSync(body, options) : brotliBeside(body, options);
};
