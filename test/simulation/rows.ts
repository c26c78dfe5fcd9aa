import type {
  DocumentId,
  Filter,
  FindOptions,
  Projection,
  StoredDocument,
  Update,
  UpdateOutcome,
} from '#service/base/documents.js';
import { DuplicateKey } from '#service/storage/errors.js';
import { matches, sorted, updated } from '#service-test/storage/model.js';

/** The documents of one collection as a server holds them, and what it does to one of them at a time. */
export interface Rows<T extends StoredDocument> {
  readonly name: string;
  readonly get: (id: DocumentId) => T | undefined;
  readonly all: () => readonly T[];
  readonly find: (filter: Filter<T>, options?: FindOptions<T>) => T[];
  /** Throws where the `_id` is taken. */
  readonly insert: (document: T) => void;
  /** Changes the document if it matches at this moment. */
  readonly update: (id: DocumentId, filter: Filter<T>, update: Update<T>) => UpdateOutcome;
  /** The document that an upsert makes where none matches; throws where the `_id` is taken. */
  readonly insertByUpsert: (filter: Filter<T>, update: Update<T>) => T;
  readonly remove: (id: DocumentId, filter: Filter<T>) => boolean;
  /** Called with every document as it was and as it is. */
  readonly watch: (onChange: OnChange<T>) => void;
}

export type OnChange<T> = (before: T | undefined, after: T) => void;

const isDocument = <T extends StoredDocument>(value: unknown): value is T =>
  typeof value === 'object' && value !== null && '_id' in value;

const asDocument = <T extends StoredDocument>(value: unknown): T => {
  if (!isDocument<T>(value)) throw new Error('no document');
  return value;
};

const isWhole = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every(isWhole);
};

const changed = <T extends StoredDocument>(document: unknown, update: Update<T>): T => {
  const { $setOnInsert: _, ...rest } = update;
  const next = updated(document, rest);
  if (!isWhole(next)) throw new Error('an update adds to what is no number');
  return asDocument(next);
};

const checkUpdate = (update: object): void => {
  if (Object.keys(update).length === 0) throw new Error('an empty update');
};

/** What of an object those dotted paths name. */
const partOf = (value: object, paths: readonly string[]): object =>
  Object.fromEntries(
    Object.entries(value).flatMap(([key, nested]: [string, unknown]) => {
      if (paths.includes(key)) return [[key, nested]];
      const deeper = paths.flatMap((path) =>
        path.startsWith(`${key}.`) ? [path.slice(key.length + 1)] : [],
      );
      if (deeper.length === 0 || typeof nested !== 'object' || nested === null) return [];
      return [[key, partOf(nested, deeper)]];
    }),
  );

const projected = <T extends StoredDocument>(document: T, projection: Projection<T> | undefined): T =>
  projection === undefined ? document : asDocument(partOf(document, ['_id', ...Object.keys(projection)]));

const isPlainValue = (condition: unknown): boolean => typeof condition !== 'object' || condition === null;

/** Its documents are replaced, never changed: who has read one keeps what it read. */
export const createRows = <T extends StoredDocument>(name: string): Rows<T> => {
  const rows = new Map<DocumentId, T>();
  const watchers: OnChange<T>[] = [];

  const put = (document: T): void => {
    const before = rows.get(document._id);
    rows.set(document._id, document);
    for (const tell of watchers) tell(before, document);
  };

  const insert = (document: T): void => {
    if (rows.has(document._id)) throw new DuplicateKey(`${name} has ${document._id}`);
    put(document);
  };

  /** Almost every filter names the document. */
  const candidates = (filter: Filter<T>): readonly T[] => {
    const id: unknown = Reflect.get(filter, '_id');
    if (typeof id !== 'string' && typeof id !== 'number') return [...rows.values()];
    const row = rows.get(id);
    return row === undefined ? [] : [row];
  };

  return {
    name,
    get: (id) => rows.get(id),
    all: () => [...rows.values()],
    find: (filter, { sort, skip = 0, limit, projection } = {}) => {
      const found = candidates(filter).filter((row) => matches(row, filter));
      const ordered = sort === undefined ? found : sorted(found, '_id' in sort ? sort : { ...sort, _id: 1 });
      return ordered
        .slice(skip, limit === undefined ? undefined : skip + limit)
        .map((row) => projected(row, projection));
    },
    insert,
    update: (id, filter, update) => {
      checkUpdate(update);
      const row = rows.get(id);
      if (row === undefined || !matches(row, filter))
        return { matchedCount: 0, modifiedCount: 0, upsertedCount: 0 };
      const next = changed<T>(row, update);
      const isModified = JSON.stringify(next) !== JSON.stringify(row);
      if (isModified) put(next);
      return { matchedCount: 1, modifiedCount: isModified ? 1 : 0, upsertedCount: 0 };
    },
    insertByUpsert: (filter, update) => {
      checkUpdate(update);
      const said = Object.entries(filter).filter(([, condition]) => isPlainValue(condition));
      const { $set = {}, $inc = {}, $setOnInsert = {} } = update;
      const document = changed<T>(Object.fromEntries(said), { $set: { ...$setOnInsert, ...$set }, $inc });
      insert(document);
      return document;
    },
    remove: (id, filter) => {
      const row = rows.get(id);
      return row !== undefined && matches(row, filter) && rows.delete(id);
    },
    watch: (onChange) => {
      watchers.push(onChange);
    },
  };
};
