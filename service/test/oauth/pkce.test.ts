import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isVerifierOf } from '../../src/oauth/pkce.js';

/** RFC 7636, appendix B. */
const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

describe('a code_verifier', () => {
  const cases: readonly (readonly [string, string | null, string | undefined, boolean])[] = [
    ['answers its challenge', challenge, verifier, true],
    ['answers no other', challenge, `${verifier.slice(1)}A`, false],
    ['is not the challenge itself', challenge, challenge, false],
    ['is needed where there was a challenge', challenge, undefined, false],
    ['is refused where there was none', null, verifier, false],
    ['is not needed where there was none', null, undefined, true],
    // base64url(SHA-256('short')): right, and too short to be a secret.
    ['has at least 43 characters', '-bAHi131ltLqGQEMABu9AJ5lHeLFfo-341XzHrnT9zk', 'short', false],
  ];
  for (const [name, asked, given, expected] of cases) {
    it(name, () => {
      assert.equal(isVerifierOf(asked, given), expected);
    });
  }
});
