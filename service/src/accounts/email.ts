import { domainToASCII, domainToUnicode } from 'node:url';

const maximumLength = 254;
const maximumLocalLength = 64;
const maximumLabelLength = 63;

/** Invisible ones (Cf) would make one address look like another. */
const localCharacters = /^[^\s\p{Cc}\p{Cf}()<>[\]:;,"\\@]+$/u;
const labelCharacters = /^[\p{L}\p{M}\p{N}-]+$/u;

const isDotted = (text: string): boolean => text.split('.').every((part) => part !== '');

const isLabel = (label: string): boolean =>
  label.length <= maximumLabelLength &&
  labelCharacters.test(label) &&
  !label.startsWith('-') &&
  !label.endsWith('-');

const isDomain = (domain: string): boolean => {
  const labels = domain.split('.');
  return labels.length >= 2 && labels.every(isLabel);
};

/** A name that ends in digits is taken for an IP address. */
const isNumeric = (domain: string): boolean => /^\d+$/.test(domain.split('.').at(-1) ?? '');

/** Mail goes by what a name resolves to, and full-width letters resolve to plain ones; `undefined` for what resolves to none. */
const oneSpelling = (domain: string): string | undefined => {
  if (domain.length > maximumLength || !isDomain(domain)) return undefined;
  const spelled = domainToUnicode(domainToASCII(domain));
  return isDomain(spelled) && !isNumeric(spelled) ? spelled : undefined;
};

/** The address in its one spelling (blanks around it gone, lower case); `undefined` when it is none. Linear time. */
export const parseEmail = (text: string): string | undefined => {
  const email = text.trim().normalize('NFC').toLowerCase();
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(at, 0));
  const isLocal = local.length <= maximumLocalLength && localCharacters.test(local) && isDotted(local);
  const domain = isLocal ? oneSpelling(email.slice(at + 1)) : undefined;
  const isEmail = domain !== undefined && local.length + 1 + domain.length <= maximumLength;
  return isEmail ? `${local}@${domain}` : undefined;
};
