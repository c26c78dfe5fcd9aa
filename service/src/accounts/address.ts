import { parseEmail } from './email.js';
import { parsePhone } from './phone.js';

/** Where a customer can be reached, as somebody wrote it. */
export type WrittenAddress = { readonly email: string } | { readonly phone: string };

/** In its one spelling; two are the same address when their keys are equal. */
export interface Address {
  readonly kind: 'email' | 'phone';
  /** The e-mail address in lower case, or the phone number in E.164. */
  readonly text: string;
  /** `email:ann@example.com`, `phone:+14155550100`. */
  readonly key: string;
}

const addressOf = (kind: Address['kind'], text: string | undefined): Address | undefined =>
  text === undefined ? undefined : { kind, text, key: `${kind}:${text}` };

/** `undefined` when it is none. */
export const parseAddress = (written: WrittenAddress): Address | undefined =>
  'email' in written
    ? addressOf('email', parseEmail(written.email))
    : addressOf('phone', parsePhone(written.phone));

export const emailAddress = (email: string): Address => ({
  kind: 'email',
  text: email,
  key: `email:${email}`,
});
export const phoneAddress = (phone: string): Address => ({
  kind: 'phone',
  text: phone,
  key: `phone:${phone}`,
});
