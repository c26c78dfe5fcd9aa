/** Controls, invisible direction marks (they can make a name read as another) and halves of surrogate pairs. */
const unwanted = /[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu;

/** Text as it may be stored and shown: one line, no control characters, at most `longest` characters; markup stays text. */
export const cleanText = (text: string, longest: number): string => {
  const bounded = text.slice(0, longest * 4);
  const oneLine = bounded.replace(unwanted, ' ').replace(/\s+/gu, ' ').trim().normalize('NFC');
  return [...oneLine].slice(0, longest).join('').trim();
};

/** Lower case, without accents: what people type who have no such keys. */
export const foldText = (text: string): string => {
  const lower = text.toLowerCase();
  return isAscii.test(lower) ? lower : withoutAccents(lower);
};

const isAscii = /^[\x20-\x7e]*$/;

const withoutAccents = (lower: string): string =>
  lower
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');

/** Lower-case ASCII words joined by hyphens, for paths. */
export const slugOf = (text: string): string =>
  foldText(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '');
