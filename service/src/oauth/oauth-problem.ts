import type { OAuthErrorCode } from './oauth.js';

/** A refusal of a token endpoint (RFC 6749, 5.2). The description is for developers and never carries a secret. */
export class OAuthProblem extends Error {
  readonly code: OAuthErrorCode;
  readonly status: number;

  constructor(code: OAuthErrorCode, description: string) {
    super(description);
    this.name = 'OAuthProblem';
    this.code = code;
    this.status = code === 'invalid_client' ? 401 : 400;
  }
}
