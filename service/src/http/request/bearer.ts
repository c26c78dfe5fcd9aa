import { anonymous, type Caller, hasScope, type Scope } from '../../base/caller.js';
import { Problem } from '../../base/problem.js';
import type { Access } from '../../base/route.js';

export interface Gate {
  /** The caller a bearer token stands for; `undefined` when it is unknown, expired or revoked. */
  readonly authenticate: (accessToken: string) => Promise<Caller | undefined>;
  readonly isOperatorToken: (token: string) => boolean;
}

const tokenIn = (authorization: string): string => {
  const match = /^bearer +([\x21-\x7e]+) *$/i.exec(authorization);
  if (match?.[1] === undefined) throw new Problem('token_invalid');
  return match[1];
};

const admitOperator = (gate: Gate, authorization: string | undefined): Caller => {
  if (authorization === undefined) throw new Problem('token_missing');
  if (!gate.isOperatorToken(tokenIn(authorization))) throw new Problem('token_invalid');
  return anonymous;
};

/** An Authorization header that is no valid bearer token is refused on every row, never taken for an anonymous caller. */
const callerOf = async (gate: Gate, authorization: string | undefined): Promise<Caller> => {
  if (authorization === undefined) return anonymous;
  const caller = await gate.authenticate(tokenIn(authorization));
  if (caller === undefined) throw new Problem('token_invalid');
  return caller;
};

/** Who calls. Throws `Problem` with status 401 for a token that is none, or where an operator's is needed. */
export const identify = async (
  gate: Gate,
  access: Access,
  authorization: string | undefined,
): Promise<Caller> => {
  if (access === 'credentials') return anonymous;
  return access === 'operator' ? admitOperator(gate, authorization) : callerOf(gate, authorization);
};

const requireOneOf = (caller: Caller, scopes: readonly Scope[]): void => {
  if ([...scopes, 'internal' as const].some((scope) => hasScope(caller, scope))) return;
  const [scope] = scopes;
  throw new Problem('token_insufficient', scope === undefined ? {} : { scope });
};

/** Whether the row lets them in. Throws `Problem` with status 401 otherwise. */
export const requireAccess = (caller: Caller, access: Access): void => {
  if (access === 'anyone' || access === 'credentials' || access === 'operator') return;
  if (caller.kind === 'anonymous') throw new Problem('token_missing');
  if (access === 'user' && caller.kind !== 'user') throw new Problem('token_insufficient');
  if (typeof access === 'object') requireOneOf(caller, access.scopes);
};
