import type { ParameterizedContext } from 'koa';
import type { AnyRoute } from '../../base/route.js';
import type { JsonText } from '../../base/view.js';

const json = 'application/json; charset=utf-8';
const hal = 'application/hal+json';

/**
 * `application/hal+json` for a record to a client that prefers it by name; everything else is plain JSON, lists too:
 * a bare array is no HAL document.
 */
export const mediaTypeOf = (context: ParameterizedContext, row: AnyRoute, text: JsonText): string => {
  if (row.shows === undefined) return json;
  context.vary('Accept');
  return text.startsWith('{') && context.accepts('application/json', hal) === hal ? hal : json;
};
