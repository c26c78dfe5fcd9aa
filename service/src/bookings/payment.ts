import { type Caller, hasScope } from '../base/caller.js';
import type { Money } from '../base/money.js';
import { Problem } from '../base/problem.js';

const mayInvoice = (caller: Caller): boolean => hasScope(caller, 'partner') || hasScope(caller, 'internal');

/**
 * Who may book at which price (decision 28): a partner by invoice, a user on account, anybody what costs nothing.
 * The spec knows no payment.
 */
export const requirePayment = (caller: Caller, isInvoice: boolean, finalPrice: Money): void => {
  if (isInvoice && !mayInvoice(caller)) {
    throw new Problem('booking_invoice_not_allowed', { fields: ['invoice'] });
  }
  const isSettled = isInvoice || caller.kind === 'user' || finalPrice.minor === 0;
  if (!isSettled) throw new Problem('booking_payment_required');
};
