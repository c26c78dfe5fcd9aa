import type { ParameterizedContext } from 'koa';
import type { AnyRoute } from '../../base/route.js';
import type { Answer } from '../conventions/answer.js';
import { mediaTypeOf } from '../conventions/media-type.js';
import type { BodyBuffers } from './body-buffers.js';
import { compress, worthCompressingBytes } from './compress.js';
import { chooseEncoding } from './encoding.js';
import { entityTag, isNamed } from './validator.js';

/** How long a reader may do without asking again; a change of the catalogue is seen everywhere after it. */
const maxAgeSeconds = 60;

/** An envelope says when it was made, so no two are alike. */
const isCacheable = (row: AnyRoute, { status, isEnveloped }: Answer): boolean =>
  row.cache === 'catalogue' && row.method === 'GET' && status === 200 && !isEnveloped;

/** Whether the reader has it already. What a token may see is nothing for a cache that others use. */
const isKnown = (context: ParameterizedContext, answer: Answer, type: string): boolean => {
  const audience = context.headers.authorization === undefined ? 'public' : 'private';
  const age = answer.isLive === true ? 'no-cache' : `max-age=${maxAgeSeconds}`;
  context.set('Cache-Control', `${audience}, ${age}`);
  const tag = entityTag(answer, type);
  context.set('ETag', tag);
  context.vary(['Authorization', 'X-Language-Locale']);
  return isNamed(context.get('if-none-match'), tag);
};

/** The body as the reader likes it best; a small one as it is. */
export const encode = async (context: ParameterizedContext, body: Buffer): Promise<Buffer> => {
  if (body.length < worthCompressingBytes) return body;
  const encoding = chooseEncoding(context.get('accept-encoding'));
  if (encoding === undefined) return body;
  context.set('Content-Encoding', encoding);
  // A strong tag stands for the very bytes, and these are others.
  const tag = context.res.getHeader('ETag');
  if (typeof tag === 'string' && tag.startsWith('"')) context.set('ETag', `W/${tag}`);
  return compress(body, encoding);
};

export type Deliver = (context: ParameterizedContext, row: AnyRoute, answer: Answer) => Promise<void>;

/** Sends what a row answered: only if it is news to the reader, and compressed where the row allows it. */
export const createDelivery =
  (buffers: BodyBuffers): Deliver =>
  async (context, row, answer) => {
    // Without it Koa sends a text of its own for a status that may have a body.
    if (answer.text === undefined) context.body = null;
    context.status = answer.status;
    context.set(answer.headers);
    if (answer.text === undefined) return;
    const type = answer.mediaType ?? mediaTypeOf(context, row, answer.text);
    const isCompressible = row.isCompressible === true || row.cache === 'catalogue';
    if (isCompressible) context.vary('Accept-Encoding');
    if (isCacheable(row, answer) && isKnown(context, answer, type)) {
      context.status = 304;
      return;
    }
    const body = buffers.encode(answer.text, context.res);
    const sent = isCompressible ? await encode(context, body) : body;
    context.set('Content-Type', type);
    context.body = sent;
  };
