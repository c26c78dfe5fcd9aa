import { type Caller, hasScope } from '../base/caller.js';
import type { Money } from '../base/money.js';
import { Problem } from '../base/problem.js';

/** The invoice goes to a partner, so there must be one. */
const isPartner = (caller: Caller): boolean =>
  caller.kind !== 'anonymous' && hasScope(caller, 'partner') && caller.partner !== undefined;

const mayInvoice = (caller: Caller): boolean => isPartner(caller) || hasScope(caller, 'internal');

/**
 * Who may book at which price (decision 28): a partner by invoice, a user on account, anybody what costs nothing.
 * The spec knows no payment.
 */
export const requirePayment = (caller: Caller, isInvoice: boolean, finalPrice: Money): void => {
  if (isInvoice && !mayInvoice(caller)) {
    throw new Problem('booking_invoice_not_allowed', { fields: ['invoice'], scope: 'partner' });
  }
  const isSettled = isInvoice || caller.kind === 'user' || finalPrice.minor === 0;
  if (!isSettled) {
    throw new Problem('booking_payment_required', {
      ...(mayInvoice(caller) && { details: 'a price above 0 needs invoice=true, or the token of a user' }),
    });
  }
};
