import { createHash } from 'node:crypto';
import { isSameText } from '../base/same-text.js';
import type { OAuthRequest } from './oauth.js';
import { OAuthProblem } from './oauth-problem.js';

/** SHA-256 in base64url. */
const challengeForm = /^[\w-]{43}$/;
const verifierForm = /^[\w.~-]{43,128}$/;

const refuse = (description: string): never => {
  throw new OAuthProblem('invalid_request', description);
};

/**
 * The code_challenge of RFC 7636, where there is one. Only S256: with `plain`, which is also what no method means, whoever
 * sees the first request could answer for the second. Throws `invalid_request`.
 */
export const readChallenge = (parameters: OAuthRequest['parameters']): string | undefined => {
  const challenge = parameters.get('code_challenge');
  const method = parameters.get('code_challenge_method');
  if (challenge === undefined && method === undefined) return undefined;
  if (challenge === undefined) return refuse('code_challenge_method comes with a code_challenge');
  if (method !== 'S256') return refuse('code_challenge_method must be S256');
  return challengeForm.test(challenge)
    ? challenge
    : refuse('code_challenge must be 43 characters of base64url');
};

/** The secret behind the challenge; and none where there was none, so that nobody is made to do without (RFC 9700, 2.1.1). */
export const isVerifierOf = (challenge: string | null, verifier: string | undefined): boolean => {
  if (challenge === null || verifier === undefined) return challenge === null && verifier === undefined;
  const answer = createHash('sha256').update(verifier).digest('base64url');
  return verifierForm.test(verifier) && isSameText(answer, challenge);
};
