import type { Middleware, ParameterizedContext } from 'koa';
import bodyParser from 'koa-bodyparser';
import { Problem } from '../../base/problem.js';
import { readPairs } from './parameters.js';

const usualMaxBytes = 64 * 1024;
const formType = 'application/x-www-form-urlencoded';
const jsonType = 'application/json';

/** Reads text only (inflated, and capped after inflating); what it means is ours to say, so that repeats and broken encodings are seen. */
export const createBodyReader = (maxBytes = usualMaxBytes): Middleware =>
  bodyParser({
    enableTypes: ['text'],
    textLimit: `${maxBytes}b`,
    extendTypes: { text: [formType, jsonType] },
    onerror: (error) => {
      throw problemOf(error, maxBytes);
    },
  });

const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;

const problemOf = (error: unknown, maxBytes: number): Problem => {
  const status = statusOf(error);
  if (status === 413)
    return new Problem('request_body_too_large', { details: `more than ${maxBytes} bytes` });
  if (status === 415) return new Problem('request_media_type_unsupported', { details: 'content encoding' });
  return new Problem('request_body_invalid');
};

const readJson = (text: string): readonly (readonly [string, unknown])[] => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Problem('request_body_invalid', { details: 'broken JSON' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('request_body_invalid', { details: 'a JSON object is expected' });
  }
  return Object.entries(value);
};

const hasBody = (context: ParameterizedContext): boolean =>
  context.get('transfer-encoding') !== '' || (context.request.length ?? 0) > 0;

/** The parameters of the body, as a form or a JSON object gives them; none where there is no body. */
export const readBody = async (
  context: ParameterizedContext,
  reader: Middleware,
): Promise<readonly (readonly [string, unknown])[]> => {
  if (!hasBody(context)) return [];
  const type = context.request.is(formType, jsonType);
  if (type !== formType && type !== jsonType)
    throw new Problem('request_media_type_unsupported', { details: `${formType} or ${jsonType}` });
  await reader(context, async () => undefined);
  const text = context.request.rawBody;
  if (typeof text !== 'string' || text === '') return [];
  return type === jsonType ? readJson(text) : readPairs(text);
};
