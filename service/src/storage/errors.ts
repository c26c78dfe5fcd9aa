/** What a caller asked for lies outside the storage port (an unknown operator, a Date, a filter without `_id`, ...): a bug. */
export class OutsideThePort extends Error {
  override readonly name = 'OutsideThePort';
}

/** Another process (or another open database of this one) holds the data directory. */
export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
  readonly dataDir: string;

  constructor(dataDir: string, cause: unknown) {
    super(
      `The data directory ${dataDir} is in use by another process. ` +
        'Stop that process first, or start this one with another data directory.',
      { cause },
    );
    this.dataDir = dataDir;
  }
}

/** A document with this `_id` exists already; the code is MongoDB's. */
export class DuplicateKey extends Error {
  override readonly name = 'DuplicateKey';
  readonly code = 11000;
}

/** An update cannot be applied to the document it met, such as `$inc` on a string. */
export class UpdateRefused extends Error {
  override readonly name = 'UpdateRefused';
}

export interface WriteFault {
  /** Position in the array of writes. */
  readonly index: number;
  readonly code: number | undefined;
  readonly errmsg: string;
}

/** Some writes of a bulk failed; the others are stored. `code` is the first failure's. */
export class BulkWriteFailed extends Error {
  override readonly name = 'BulkWriteFailed';
  readonly code: number | undefined;
  readonly writeErrors: readonly WriteFault[];

  constructor(writeErrors: readonly WriteFault[]) {
    super(`${writeErrors.length} of the writes failed, the first one: ${writeErrors[0]?.errmsg}`);
    this.code = writeErrors[0]?.code;
    this.writeErrors = writeErrors;
  }
}

/** With `requireIndexes`: no declared index serves this filter. */
export class IndexMissing extends Error {
  override readonly name = 'IndexMissing';
}
