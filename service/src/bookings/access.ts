import { type Caller, hasScope } from '../base/caller.js';
import { Problem } from '../base/problem.js';
import { isSameText } from '../base/same-text.js';
import type { BookingDocument } from './booking.js';
import type { BookingCodes, Standing } from './bookings.js';

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

/** Whom no booking can belong to; anybody can be one. A client's token needs the partner scope (decisions 1 and 2). */
const isStranger = (caller: Caller): boolean =>
  caller.kind === 'anonymous' ||
  (caller.kind === 'client' && !hasScope(caller, 'partner') && !hasScope(caller, 'internal'));

/** Refuses before the booking is looked up, so that a stranger does not learn which ids exist. */
export const requireCredentials = (caller: Caller, codes: BookingCodes): void => {
  const hasCode = codes.authorizationCode !== undefined || codes.shareCode !== undefined;
  if (hasCode || !isStranger(caller)) return;
  if (caller.kind === 'anonymous') throw new Problem('token_missing');
  throw new Problem('token_insufficient', { scope: 'partner' });
};

const standingByCode = (booking: BookingDocument, codes: BookingCodes): Standing | undefined => {
  const { authorizationCode, shareCode } = codes;
  if (authorizationCode !== undefined && isSameText(authorizationCode, booking.authorizationCode))
    return 'code';
  return shareCode !== undefined && isSameText(shareCode, booking.shareCode) ? 'share' : undefined;
};

/** Decisions 32 and 33: another's booking is 403. To a stranger with a wrong code it is as unknown as one that does not exist. */
export const standingOf = (booking: BookingDocument, caller: Caller, codes: BookingCodes): Standing => {
  if (isOwner(booking, caller)) return 'owner';
  const standing = standingByCode(booking, codes);
  if (standing !== undefined) return standing;
  if (isStranger(caller)) throw new Problem('booking_not_found');
  throw new Problem('customer_unauthorized_api_key');
};
