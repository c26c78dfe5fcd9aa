import { findJsonFault, placeOf } from './find-json-fault.js';
import { ImportFault } from './import-fault.js';

/** A file as it is given: text, or bytes in pieces. */
export interface ImportFile {
  /** For messages, and (without folder and ending) as the source of what is in it. */
  readonly name: string;
  readonly content: string | AsyncIterable<Uint8Array | string>;
}

/** Longer files are refused: their text would not fit into one string. */
const longestBytes = 400_000_000;

const collect = async (file: ImportFile, pieces: AsyncIterable<Uint8Array | string>): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    bytes += chunk.byteLength;
    if (bytes > longestBytes)
      throw new ImportFault({ file: file.name }, 'larger than 400 MB; cut it in parts');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const withoutByteOrderMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text);

const refuseOtherEncodings = (file: ImportFile, text: string): void => {
  const offset = text.indexOf('\ufffd');
  if (offset < 0) return;
  throw new ImportFault(
    { file: file.name, ...placeOf(text, offset) },
    'not UTF-8 text (save the file as UTF-8)',
  );
};

const found = (text: string, offset: number): string => {
  const character = text[offset];
  return character === undefined ? 'the file ends' : `found ${JSON.stringify(character)}`;
};

const jsonFaultOf = (file: ImportFile, text: string): ImportFault => {
  const fault = findJsonFault(text);
  if (fault === undefined) return new ImportFault({ file: file.name }, 'cannot be read as JSON');
  return new ImportFault(
    { file: file.name, ...placeOf(text, fault.offset) },
    `expected ${fault.expected}, but ${found(text, fault.offset)}`,
  );
};

/** The file's JSON. Throws `ImportFault` with line and column where it is none. */
export const readJson = async (file: ImportFile): Promise<unknown> => {
  const raw = typeof file.content === 'string' ? file.content : await collect(file, file.content);
  const text = withoutByteOrderMark(raw);
  refuseOtherEncodings(file, text);
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    throw jsonFaultOf(file, text);
  }
};
