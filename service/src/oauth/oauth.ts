import type { Caller, Scope } from '../base/caller.js';
import type { ClientId, PartnerId } from '../base/ids.js';

export interface TokenRequest {
  /** Query and body merged by the edge, the query winning; without empty values. */
  readonly parameters: ReadonlyMap<string, string>;
  /** Names that came in the query and in the body at once. */
  readonly givenTwice: readonly string[];
  readonly authorizationHeader: string | undefined;
}

export interface TokenGrant {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly scopes: readonly Scope[];
  /** Epoch ms. */
  readonly createdAt: number;
}

/** Seconds: one year, as the spec has it. */
export const tokenLifetimeSeconds = 31_557_600;

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

export interface RegisteredClient {
  readonly id: ClientId;
  readonly partner: PartnerId | undefined;
  readonly scopes: readonly Scope[];
  readonly name: string;
}

export interface OAuth {
  /** Throws `OAuthProblem`. */
  readonly token: (request: TokenRequest) => Promise<TokenGrant>;
  /** The caller a bearer token stands for; `undefined` when it is unknown, expired or revoked. */
  readonly authenticate: (accessToken: string) => Promise<Caller | undefined>;
  /** Shown once: the secret is kept only as a hash. */
  readonly registerClient: (client: {
    readonly name: string;
    readonly partner?: PartnerId;
    readonly scopes: readonly Scope[];
    readonly id?: ClientId;
    /** Made where it is not given. */
    readonly secret?: string;
  }) => Promise<{ readonly client: RegisteredClient; readonly secret: string }>;
  readonly listClients: () => Promise<readonly RegisteredClient[]>;
}
