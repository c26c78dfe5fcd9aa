import { anonymous, type Caller, hasScope } from '../../base/caller.js';
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
const identify = async (gate: Gate, authorization: string | undefined): Promise<Caller> => {
  if (authorization === undefined) return anonymous;
  const caller = await gate.authenticate(tokenIn(authorization));
  if (caller === undefined) throw new Problem('token_invalid');
  return caller;
};

const satisfies = (
  caller: Caller,
  access: Exclude<Access, 'operator' | 'credentials' | 'anyone'>,
): boolean => {
  if (access === 'token') return true;
  if (access === 'user') return caller.kind === 'user';
  return [...access.scopes, 'internal' as const].some((scope) => hasScope(caller, scope));
};

/** Who calls, if the row lets them in. Throws `Problem` with status 401 otherwise. */
export const admit = async (
  gate: Gate,
  access: Access,
  authorization: string | undefined,
): Promise<Caller> => {
  if (access === 'credentials') return anonymous;
  if (access === 'operator') return admitOperator(gate, authorization);
  const caller = await identify(gate, authorization);
  if (access === 'anyone') return caller;
  if (caller.kind === 'anonymous') throw new Problem('token_missing');
  if (!satisfies(caller, access)) throw new Problem('token_insufficient');
  return caller;
};
