const maximumLength = 254;
const maximumLocalLength = 64;
const maximumLabelLength = 63;

const localCharacters = /^[^\s\p{Cc}()<>[\]:;,"\\@]+$/u;
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

/** The address in its one spelling (blanks around it gone, lower case); `undefined` when it is none. Linear time. */
export const parseEmail = (text: string): string | undefined => {
  const email = text.trim().normalize('NFC').toLowerCase();
  const at = email.lastIndexOf('@');
  const local = email.slice(0, Math.max(at, 0));
  const isEmail =
    email.length <= maximumLength &&
    local.length <= maximumLocalLength &&
    localCharacters.test(local) &&
    isDotted(local) &&
    isDomain(email.slice(at + 1));
  return isEmail ? email : undefined;
};
