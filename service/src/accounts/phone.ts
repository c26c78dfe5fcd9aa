import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** E.164 allows 15 digits; the rest is how people write them. */
const maximumLength = 40;

/**
 * The number in E.164 (`+14155550100`); `undefined` when it is none. A number without `+` is read as one of the
 * North American plan, which both countries of our locales share.
 */
export const parsePhone = (text: string): string | undefined => {
  const written = text.trim();
  if (written.length > maximumLength) return undefined;
  const number = parsePhoneNumberFromString(written, { defaultCountry: 'US', extract: false });
  const isPhone = number?.isPossible() === true && number.ext === undefined;
  return isPhone ? number.number : undefined;
};
