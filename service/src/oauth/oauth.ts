import type { Caller, Scope } from '../base/caller.js';
import type { Clients } from './clients/clients.js';

/** What came to one of the token endpoints. */
export interface OAuthRequest {
  /** Query and body merged by the edge, the query winning; without empty values. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Names that came in the query and in the body at once. */
  readonly givenTwice: readonly string[];
  readonly authorizationHeader: string | undefined;
  /** Who asks, as far as limits tell addresses apart. */
  readonly remoteAddress?: string;
}

export interface TokenGrant {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly scopes: readonly Scope[];
  /** Epoch ms. */
  readonly createdAt: number;
}

export interface Authorization {
  readonly code: string;
  /** Where the customer's browser goes on, with code and state in it; `undefined` where nobody asked for that. */
  readonly location: string | undefined;
}

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'access_denied'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'invalid_scope';

export interface OAuth extends Clients {
  /** POST /oauth/token. Throws `OAuthProblem`. */
  readonly token: (request: OAuthRequest) => Promise<TokenGrant>;
  /** POST /oauth/public_token. Throws `OAuthProblem`. */
  readonly publicToken: (request: OAuthRequest) => Promise<TokenGrant>;
  /** POST /oauth/authorize. Throws `OAuthProblem`. */
  readonly authorize: (request: OAuthRequest) => Promise<Authorization>;
  /** The caller a bearer token stands for; `undefined` when it is unknown, expired or revoked. */
  readonly authenticate: (accessToken: string) => Promise<Caller | undefined>;
}
