import { BSON } from 'mongodb';

/** What documents of one collection take in MongoDB, on average: bytes each. */
export interface DocumentBytes {
  readonly documents: number;
  readonly json: number;
  readonly bson: number;
  /** Of all indexes together, that of `_id` included: reckoned. */
  readonly indexes: number;
}

type Stored = Readonly<Record<string, unknown>>;

const isStored = (value: unknown): value is Stored => typeof value === 'object' && value !== null;

const valueAt = (document: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => (isStored(value) ? value[part] : undefined), document);

/** As MongoDB's index keys are written: a type byte, then what is needed. */
const keyBytes = (value: unknown): number => {
  if (typeof value === 'string') return Buffer.byteLength(value) + 2;
  if (typeof value === 'number') return 1 + Math.ceil((Math.log2(Math.abs(value) + 1) + 1) / 8);
  return 1;
};

/** Where the document is, and the cell's own head. */
const entryBytes = 7;

const indexBytes = (document: Stored, indexes: readonly (readonly string[])[]): number =>
  [['_id'], ...indexes].reduce(
    (sum, paths) =>
      sum + entryBytes + paths.reduce((bytes, path) => bytes + keyBytes(valueAt(document, path)), 0),
    0,
  );

export const measureDocuments = (
  documents: readonly object[],
  indexes: readonly (readonly string[])[],
): DocumentBytes => {
  const mean = (bytesOf: (document: Stored) => number): number =>
    Math.round(
      documents.reduce((sum, document) => sum + bytesOf({ ...document }), 0) / Math.max(1, documents.length),
    );
  return {
    documents: documents.length,
    json: mean((document) => Buffer.byteLength(JSON.stringify(document))),
    bson: mean((document) => BSON.calculateObjectSize(document)),
    indexes: mean((document) => indexBytes(document, indexes)),
  };
};
