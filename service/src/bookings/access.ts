import { timingSafeEqual } from 'node:crypto';
import { type Caller, hasScope } from '../base/caller.js';
import { Problem } from '../base/problem.js';
import type { BookingDocument } from './booking.js';

/** `code`: whoever holds the authorization code, known by nothing else; sees no customer. */
export type Standing = 'owner' | 'code';

const isSameCode = (given: string, expected: string): boolean => {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const isOwner = (booking: BookingDocument, caller: Caller): boolean => {
  if (hasScope(caller, 'internal')) return true;
  if (caller.kind === 'user' && caller.customer === booking.customer) return true;
  return (
    caller.kind !== 'anonymous' &&
    hasScope(caller, 'partner') &&
    caller.partner !== undefined &&
    caller.partner === booking.partner
  );
};

/** Refuses before the booking is looked up, so that a stranger does not learn which ids exist. */
export const requireCredentials = (caller: Caller, authorizationCode: string | undefined): void => {
  if (caller.kind === 'anonymous' && authorizationCode === undefined) throw new Problem('token_missing');
};

/** Decisions 1, 2, 32 and 33: a client's token needs the partner scope; another's booking is 403. */
export const standingOf = (
  booking: BookingDocument,
  caller: Caller,
  authorizationCode: string | undefined,
): Standing => {
  if (isOwner(booking, caller)) return 'owner';
  const hasCode = authorizationCode !== undefined && isSameCode(authorizationCode, booking.authorizationCode);
  if (hasCode) return 'code';
  if (caller.kind === 'client' && !hasScope(caller, 'partner')) throw new Problem('token_insufficient');
  throw new Problem('customer_unauthorized_api_key');
};
