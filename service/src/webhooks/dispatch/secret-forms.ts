/** A shorter part of a value could be any word. */
const shortestPart = 8;

/** `Bearer abc`: whoever compares tokens answers `abc` alone; of `Basic` credentials also what they say. */
const withParts = (secret: string): readonly string[] => {
  const [, scheme = '', credentials = ''] = /^([A-Za-z]{1,20}) +(\S.*)$/.exec(secret) ?? [];
  const said = scheme.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString('latin1') : '';
  return [secret, ...[credentials, said].filter(({ length }) => length >= shortestPart)];
};

const inHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const writings = (text: string): readonly string[] => {
  const plain = [
    text,
    inJson(text),
    inJson(text).replaceAll('/', '\\/'),
    inHtml(text),
    inHtml(text).replaceAll("'", '&#39;'),
  ];
  if (text.length < shortestPart) return plain;
  const bytes = Buffer.from(text);
  const encodings = ['base64', 'base64url', 'hex'] as const;
  return [...plain, encodeURIComponent(text), ...encodings.map((encoding) => bytes.toString(encoding))];
};

/** The ways in which an answer is likely to repeat a header's value, the longest first: one may be the beginning of another. */
export const secretForms = (secret: string): readonly string[] =>
  [...new Set(withParts(secret).flatMap(writings))].sort((left, right) => right.length - left.length);
