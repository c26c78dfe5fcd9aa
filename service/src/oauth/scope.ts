import { type Scope, scopes } from '../base/caller.js';
import { OAuthProblem } from './oauth-problem.js';

const isScope = (word: string): word is Scope => scopes.some((scope) => scope === word);

/** Every client may ask for `public`. */
const isPermitted = (scope: Scope, permitted: readonly Scope[]): boolean =>
  scope === 'public' || permitted.includes(scope);

/** Each once, in the order asked. Throws `invalid_scope` for what is unknown or malformed. */
const readScopes = (requested: string): readonly Scope[] => {
  const words = requested.split(' ');
  const known = words.filter(isScope);
  if (known.length === words.length) return [...new Set(known)];
  throw new OAuthProblem('invalid_scope', 'The requested scope is invalid, unknown, or malformed.');
};

/** Reads a space-separated scope (default `public`). Throws `invalid_scope` for one unknown, malformed or not permitted. */
export const grantScopes = (requested: string | undefined, permitted: readonly Scope[]): readonly Scope[] => {
  const granted = readScopes(requested ?? 'public');
  const refused = granted.find((scope) => !isPermitted(scope, permitted));
  if (refused === undefined) return granted;
  throw new OAuthProblem('invalid_scope', `The scope ${refused} is not permitted here.`);
};

/**
 * A scope sent with a code or a refresh token asks for nothing new: it may name less than was granted, which changes
 * nothing (the same permissions as the original, spec), and never more (RFC 6749, 6). Throws `invalid_scope`.
 */
export const refuseWiderScope = (requested: string | undefined, granted: readonly Scope[]): void => {
  if (requested === undefined) return;
  const wider = readScopes(requested).find((scope) => !granted.includes(scope));
  if (wider !== undefined) throw new OAuthProblem('invalid_scope', `The scope ${wider} was not granted.`);
};

/** Of what was granted, what the client may still have: an operator may have taken scopes away since. */
export const stillPermitted = (granted: readonly Scope[], permitted: readonly Scope[]): readonly Scope[] =>
  granted.filter((scope) => isPermitted(scope, permitted));
