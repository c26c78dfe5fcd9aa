import { Problem } from '../../base/problem.js';
import { isSameText } from '../../base/same-text.js';
import type { Seal } from '../../base/seal.js';
import { withoutSlash } from '../../base/without-slash.js';
import { isHeaderName, isHeaderValue } from '../../outbound/target.js';
import type { PartnerEndpoint, PartnerInput } from './partner.js';

/** Ours to set, or the connection's. */
const takenHeaders: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'keep-alive',
  'parking-attempt',
  'parking-delivery',
  'parking-notice',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);

const maxConcurrency = 64;
const defaultConcurrency = 8;

const isHeaderKey = (text: string): boolean => isHeaderName(text) && !takenHeaders.has(text.toLowerCase());

/** Blanks at the ends would be trimmed on the way, and then differ. */
export const isSecret = (text: string): boolean =>
  text.length > 0 && text.length <= 4_096 && text === text.trim() && isHeaderValue(text);

const isBaseUrl = (text: string): boolean => {
  const url = URL.canParse(text) && text.length <= 2_000 ? new URL(text) : undefined;
  return (
    url !== undefined &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    `${url.username}${url.password}${url.search}${url.hash}` === '' &&
    !/[?#\s]/.test(text)
  );
};

/** Empty takes the path away. */
const isPath = (text: string): boolean => /^(\/[\x21-\x22\x24-\x7e]*)?$/.test(text) && text.length <= 2_000;

const isConcurrency = (value: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= maxConcurrency;

type EndpointField = Exclude<keyof PartnerInput, 'id' | 'name'>;

const endpointFields = [
  'auth_header_key',
  'auth_header_value',
  'base_api_url',
  'create_booking_endpoint',
  'cancel_booking_endpoint',
  'concurrency',
] as const satisfies readonly EndpointField[];

/** The fields that cannot be used, given what is known already. */
const faults = (input: PartnerInput, current: PartnerEndpoint | null): readonly EndpointField[] => {
  const isNew = current === null;
  const isGood: Readonly<Record<EndpointField, boolean>> = {
    auth_header_key: input.auth_header_key === undefined ? !isNew : isHeaderKey(input.auth_header_key),
    auth_header_value: input.auth_header_value === undefined ? !isNew : isSecret(input.auth_header_value),
    base_api_url: input.base_api_url === undefined ? !isNew : isBaseUrl(input.base_api_url),
    create_booking_endpoint:
      input.create_booking_endpoint === undefined || isPath(input.create_booking_endpoint),
    cancel_booking_endpoint:
      input.cancel_booking_endpoint === undefined || isPath(input.cancel_booking_endpoint),
    concurrency: input.concurrency === undefined || isConcurrency(input.concurrency),
  };
  return endpointFields.filter((field) => !isGood[field]);
};

/** One that was sealed with another key is another. */
export const isSealedOf = (value: string, sealed: string, seal: Seal): boolean => {
  try {
    return isSameText(seal.open(sealed), value);
  } catch {
    return false;
  }
};

const pathAfter = (given: string | undefined, current: string | null | undefined): string | null =>
  given === '' ? null : (given ?? current ?? null);

/** The sealed value: as it was where the same is given again, so that a running rotation goes on. */
const sealedAfter = (given: string | undefined, current: PartnerEndpoint | null, seal: Seal): string => {
  const known = current?.authHeaderValueSealed ?? '';
  if (given === undefined || (known !== '' && isSealedOf(given, known, seal))) return known;
  return seal.seal(given);
};

/** What a first endpoint lacks, in the words of the API and of the command line. */
const firstNeeds = (input: PartnerInput, current: PartnerEndpoint | null): { readonly details?: string } => {
  const needed = [input.base_api_url, input.auth_header_key, input.auth_header_value];
  return current !== null || !needed.includes(undefined)
    ? {}
    : { details: 'an endpoint needs its address (--base-api-url) and its header (--header NAME VALUE)' };
};

/** The endpoint after an operator's input: `null` while none was ever given. Throws `request_parameter_invalid` naming the fields. */
export const endpointAfter = (
  input: PartnerInput,
  current: PartnerEndpoint | null,
  seal: Seal,
): PartnerEndpoint | null => {
  if (endpointFields.every((field) => input[field] === undefined)) return current;
  const fields = faults(input, current);
  if (fields.length > 0)
    throw new Problem('request_parameter_invalid', { fields, ...firstNeeds(input, current) });
  const sealed = sealedAfter(input.auth_header_value, current, seal);
  return {
    authHeaderKey: input.auth_header_key ?? current?.authHeaderKey ?? '',
    authHeaderValueSealed: sealed,
    // A value that is set, not rotated, replaces what was there at once.
    previous: sealed === current?.authHeaderValueSealed ? current.previous : null,
    baseApiUrl: (input.base_api_url && withoutSlash(input.base_api_url)) ?? current?.baseApiUrl ?? '',
    createPath: pathAfter(input.create_booking_endpoint, current?.createPath),
    cancelPath: pathAfter(input.cancel_booking_endpoint, current?.cancelPath),
    concurrency: input.concurrency ?? current?.concurrency ?? defaultConcurrency,
  };
};
