import type { ApiError } from './errors.js';
import { isInteger, isListOf, isObject, isString } from './guards.js';

const stringOr = (value: unknown): string | undefined => (isString(value) ? value : undefined);

const isStrings = isListOf(isString);

const parseOne = (value: unknown): readonly ApiError[] => {
  if (!isObject(value) || !isString(value['code'])) return [];
  const { code, uuid, status, message, details, fields } = value;
  return [
    {
      code,
      uuid: stringOr(uuid),
      status: isInteger(status) ? status : undefined,
      message: stringOr(message),
      details: stringOr(details),
      fields: isStrings(fields) ? fields : [],
    },
  ];
};

/** Token endpoints answer in OAuth's own form. */
const parseOauth = (body: unknown): readonly ApiError[] => {
  if (!isObject(body) || !isString(body['error'])) return [];
  const message = stringOr(body['error_description']);
  return [
    { code: body['error'], uuid: undefined, status: undefined, message, details: undefined, fields: [] },
  ];
};

/** The errors of an answer's body, of either form; empty when it has none. */
export const parseApiErrors = (body: unknown): readonly ApiError[] => {
  if (isObject(body) && Array.isArray(body['errors'])) return body['errors'].flatMap(parseOne);
  return parseOauth(body);
};
