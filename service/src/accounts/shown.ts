import type { Customer, Profile } from './accounts.js';
import type { CustomerDocument } from './store.js';

/** A customer as the rest of the service sees them. */
export const shown = (document: CustomerDocument): Customer => ({
  id: document._id,
  email: document.email ?? '',
  firstName: document.firstName,
  lastName: document.lastName,
  hasPassword: document.passwordHash !== null,
  signIns: document.signIns,
});

/** A customer as they see themselves: no hash, nothing of how addresses move. */
export const profileOf = (document: CustomerDocument): Profile => ({
  ...shown(document),
  phone: document.phone ?? '',
  isEmailVerified: document.email !== null && document.emailVerifiedAt !== null,
  unverifiedEmail: document.unverifiedEmail ?? '',
  unverifiedPhone: document.unverifiedPhone ?? '',
});
