/** RFC 2045, 6.7. */
const longestLine = 76;

const encodeByte = (byte: number): string => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`;

const isPlain = (byte: number): boolean => byte >= 0x20 && byte <= 0x7e && byte !== 0x3d;

const encodeLine = (line: string): string => {
  const tokens = [...Buffer.from(line)].map((byte) =>
    isPlain(byte) ? String.fromCharCode(byte) : encodeByte(byte),
  );
  // A blank at a line's end may be lost on the way.
  if (tokens.at(-1) === ' ') tokens[tokens.length - 1] = '=20';
  let encoded = '';
  let length = 0;
  for (const token of tokens) {
    if (length + token.length >= longestLine) {
      encoded += '=\r\n';
      length = 0;
    }
    encoded += token;
    length += token.length;
  }
  return encoded;
};

/** Text in lines of ASCII that a person can still read, ended by CRLF. */
export const quotedPrintable = (text: string): string =>
  text
    .split(/\r\n|\r|\n/)
    .map(encodeLine)
    .join('\r\n');
