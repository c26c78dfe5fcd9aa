import { accountChanged } from './account-changed.js';
import { accountExists } from './account-exists.js';
import { accountVerification } from './account-verification.js';
import { addressChange } from './address-change.js';
import { addressInUse } from './address-in-use.js';
import { bookingConfirmation } from './booking-confirmation.js';
import { verificationCode } from './verification-code.js';

/** Every message the service can send. */
export const templates = {
  verification_code: verificationCode,
  account_verification: accountVerification,
  account_exists: accountExists,
  account_changed: accountChanged,
  address_change: addressChange,
  address_in_use: addressInUse,
  booking_confirmation: bookingConfirmation,
} as const;

export type TemplateName = keyof typeof templates;
/** What fills that template: each value one line of text. */
export type TemplateValues<Name extends TemplateName> = Readonly<
  Record<(typeof templates)[Name]['values'][number], string>
>;
