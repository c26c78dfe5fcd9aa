import type { Client } from '../clients/client.js';
import type { OAuthRequest, TokenGrant } from '../oauth.js';

/** One value of `grant_type`. Steps before it have checked the client; steps after it answer. */
export interface Grant {
  readonly name: string;
  /** Required: there must be credentials. Optional: the built-in first-party client stands in. */
  readonly client: 'required' | 'optional';
  /** Throws `OAuthProblem`. */
  readonly issue: (request: OAuthRequest, client: Client) => Promise<TokenGrant>;
}
