import type { Accounts } from '../accounts/accounts.js';
import { parseEmail } from '../accounts/email.js';
import type { Caller } from '../base/caller.js';
import type { CustomerId } from '../base/ids.js';
import { Problem } from '../base/problem.js';
import type { Contact } from './booking.js';
import type { BookRequest } from './bookings.js';

export interface BookingCustomer {
  readonly id: CustomerId;
  readonly contact: Contact;
}

const guestEmail = (request: BookRequest): string => {
  const given = request.customerEmail?.trim() ?? '';
  if (given === '') throw new Problem('booking_customer_email_missing', { fields: ['customer_email'] });
  const email = parseEmail(given);
  if (email === undefined) throw new Problem('request_parameter_invalid', { fields: ['customer_email'] });
  return email;
};

const isGiven = ({ customerEmail }: BookRequest): boolean => (customerEmail?.trim() ?? '') !== '';

const guestOf = (request: BookRequest): Contact => ({
  email: guestEmail(request),
  firstName: request.customerFirstName?.trim() ?? '',
  lastName: request.customerLastName?.trim() ?? '',
});

/**
 * Who the booking is for: a user's token stands for that user, everybody else names a guest by e-mail (decision 29).
 * The address may belong to somebody's account, of which the one who books must learn nothing: the contact is as given.
 */
export const customerOf = async (
  accounts: Pick<Accounts, 'find' | 'findOrCreateGuest'>,
  request: BookRequest,
  caller: Caller,
): Promise<BookingCustomer> => {
  if (caller.kind !== 'user') {
    const contact = guestOf(request);
    return { id: (await accounts.findOrCreateGuest(contact)).id, contact };
  }
  const customer = await accounts.find(caller.customer);
  if (customer === undefined) throw new Problem('token_invalid');
  const { id, firstName, lastName } = customer;
  // An account made by phone has no address of its own.
  const email = customer.email === '' && isGiven(request) ? guestEmail(request) : customer.email;
  return { id, contact: { email, firstName, lastName } };
};
