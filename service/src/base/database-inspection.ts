/** What an operator wants to know of an open database beside that it answers. Indexes are named `collection(path,path)`. */
export interface DatabaseInspection {
  /** Who answers, for people. */
  readonly server: string;
  /** Whether an acknowledged write is on more than one machine; `undefined` where the server does not say. */
  readonly isReplicated: boolean | undefined;
  /** Declared, and not there: what they serve is slow. */
  readonly missingIndexes: readonly string[];
  /** There, and declared by nobody: they cost each write. */
  readonly strayIndexes: readonly string[];
  /** Documents and indexes; `undefined` where the server does not say. */
  readonly sizeBytes: number | undefined;
}

export type IndexDifferences = Pick<DatabaseInspection, 'missingIndexes' | 'strayIndexes'>;

/** Names compared both ways. */
export const indexDifferences = (
  wanted: ReadonlySet<string>,
  stored: ReadonlySet<string>,
): IndexDifferences => ({
  missingIndexes: [...wanted].filter((name) => !stored.has(name)).sort(),
  strayIndexes: [...stored].filter((name) => !wanted.has(name)).sort(),
});
