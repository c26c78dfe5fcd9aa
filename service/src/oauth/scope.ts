import { type Scope, scopes } from '../base/caller.js';
import { OAuthProblem } from './oauth-problem.js';

const isScope = (word: string): word is Scope => scopes.some((scope) => scope === word);

/** Every client may ask for `public`. */
const isPermitted = (scope: Scope, permitted: readonly Scope[]): boolean =>
  scope === 'public' || permitted.includes(scope);

/** Reads a space-separated scope (default `public`). Throws `invalid_scope` for one unknown, malformed or not permitted. */
export const grantScopes = (requested: string | undefined, permitted: readonly Scope[]): readonly Scope[] => {
  const granted = new Set<Scope>();
  for (const word of (requested ?? 'public').split(' ')) {
    if (!isScope(word))
      throw new OAuthProblem('invalid_scope', 'The requested scope is invalid, unknown, or malformed.');
    if (!isPermitted(word, permitted)) {
      throw new OAuthProblem('invalid_scope', `The client may not ask for the scope ${word}.`);
    }
    granted.add(word);
  }
  return [...granted];
};
