import type { OAuthRequest } from './oauth.js';
import { OAuthProblem } from './oauth-problem.js';

/** What a client sent to prove itself. */
export interface ClientCredentials {
  readonly id: string;
  readonly secret: string;
}

const decodePart = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
};

/** RFC 6749, 2.3.1: id and secret are form-encoded before they are joined. */
const readBasic = (header: string): ClientCredentials | undefined => {
  const encoded = /^basic +([a-z0-9+/]+={0,2}) *$/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const mark = pair.indexOf(':');
  const id = decodePart(pair.slice(0, mark));
  const secret = decodePart(pair.slice(mark + 1));
  return mark === -1 || id === undefined || secret === undefined ? undefined : { id, secret };
};

const fromHeader = (header: string): ClientCredentials => {
  const credentials = readBasic(header);
  if (credentials === undefined) {
    throw new OAuthProblem('invalid_client', 'the Authorization header is not valid Basic authentication');
  }
  return credentials;
};

const refuseTwoWays = ({ parameters, givenTwice, authorizationHeader }: OAuthRequest): void => {
  const names = ['client_id', 'client_secret'];
  const isInParameters = names.some((name) => parameters.has(name));
  const isTwice =
    names.some((name) => givenTwice.includes(name)) || (authorizationHeader !== undefined && isInParameters);
  if (isTwice) throw new OAuthProblem('invalid_request', 'client credentials were sent in more than one way');
};

/** From the Basic header or the parameters, never from both; `undefined` when none were sent. */
export const readClientCredentials = (request: OAuthRequest): ClientCredentials | undefined => {
  refuseTwoWays(request);
  if (request.authorizationHeader !== undefined) return fromHeader(request.authorizationHeader);
  const id = request.parameters.get('client_id');
  const secret = request.parameters.get('client_secret');
  if (id === undefined && secret === undefined) return undefined;
  return { id: id ?? '', secret: secret ?? '' };
};

/** Where a client must prove itself. Throws `invalid_client` when no credentials were sent. */
export const requireClientCredentials = (request: OAuthRequest): ClientCredentials => {
  const credentials = readClientCredentials(request);
  if (credentials === undefined) {
    throw new OAuthProblem('invalid_client', 'client_id and client_secret are required');
  }
  return credentials;
};
