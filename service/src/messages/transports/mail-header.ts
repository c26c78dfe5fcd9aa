const printable = /^[\x20-\x7e]*$/;
/** An encoded word is at most 75 characters long (RFC 2047, 2); so many bytes of text fit into one. */
const bytesPerWord = 45;

/** A header is one line, whatever a value brings along. */
const onOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const encodedWords = (text: string): string => {
  const words: string[] = [''];
  for (const character of text) {
    const word = `${words.at(-1) ?? ''}${character}`;
    if (Buffer.byteLength(word) > bytesPerWord) words.push(character);
    else words[words.length - 1] = word;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
};

/** Text as a header may carry it: as it is, or in encoded words (RFC 2047). */
export const headerText = (text: string): string => {
  const line = onOneLine(text);
  const isPlain = printable.test(line) && !line.includes('=?') && line.length <= 200;
  return isPlain ? line : encodedWords(line);
};

/** A name and an address as `To` and `From` carry them. The address must be sound already. */
export const headerAddress = (name: string, address: string): string => {
  const line = onOneLine(name);
  if (line === '') return `<${address}>`;
  const isPlain = printable.test(line) && line.length <= 200;
  return `${isPlain ? `"${line.replaceAll(/["\\]/g, '\\$&')}"` : encodedWords(line)} <${address}>`;
};
