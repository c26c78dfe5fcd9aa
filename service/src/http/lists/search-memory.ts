/** Finds records; the same search of the same snapshot finds the same again. */
export type Find<Snapshot, Search, T> = (snapshot: Snapshot, search: Search) => readonly T[];

/** What all kept searches together may hold: references, some 8 bytes each, and small records beside. */
const mostRecords = 500_000;
const bytesOfReference = 8;

/** Its key counts too: strangers write it, and many long ones that find nothing would fill the memory. */
const weightOf = (key: string, records: readonly unknown[]): number =>
  records.length + 1 + Math.ceil(key.length / bytesOfReference);

/**
 * Keeps what the last few searches found: who walks through the pages of a list asks the same again and again, and sorting
 * 100,000 events for each page would hold up everybody else. A search must be plain data.
 */
export const rememberSearches = <Snapshot extends object, Search, T>(
  find: Find<Snapshot, Search, T>,
  most = mostRecords,
): Find<Snapshot, Search, T> => {
  const found = new Map<string, readonly T[]>();
  let of: Snapshot | undefined;
  let held = 0;

  const forgetOldest = (): void => {
    const [oldest] = found;
    if (oldest === undefined) return;
    const [key, records] = oldest;
    found.delete(key);
    held -= weightOf(key, records);
  };

  const keep = (key: string, records: readonly T[]): void => {
    found.set(key, records);
    held += weightOf(key, records);
    while (held > most) forgetOldest();
  };

  return (snapshot, search) => {
    if (of !== snapshot) {
      of = snapshot;
      found.clear();
      held = 0;
    }
    const key = JSON.stringify(search);
    const known = found.get(key);
    if (known !== undefined) return known;
    const records = find(snapshot, search);
    keep(key, records);
    return records;
  };
};
