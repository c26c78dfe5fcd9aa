import type { Documents } from '../../base/documents.js';
import { unlessTaken } from '../../base/unless-taken.js';
import type { CodeDocument, CodeLimitDocument } from './code-document.js';
import { remembersMs } from './code-limits.js';

export interface CodeStore {
  readonly find: (id: string) => Promise<CodeDocument | undefined>;
  /** In place of whatever has that id. */
  readonly put: (code: CodeDocument) => Promise<void>;
  /** Counts a guess at this very code, in one write with the check; whether it may be looked at. */
  readonly countGuess: (
    code: CodeDocument,
    bounds: { readonly now: number; readonly atMost: number },
  ) => Promise<boolean>;
  /** Takes password and phone out of what was asked for with this very code. */
  readonly strip: (code: CodeDocument) => Promise<void>;
  /** Whether this very code was still there. */
  readonly remove: (code: CodeDocument) => Promise<boolean>;
  readonly limit: (key: string) => Promise<CodeLimitDocument | undefined>;
  /** Notes a code sent now; `false` where somebody else noted one since the limit was read. */
  readonly count: (key: string, read: CodeLimitDocument | undefined, now: number) => Promise<boolean>;
  /** Deletes what counts no more; answers how many. */
  readonly forget: (now: number) => Promise<number>;
}

interface CodeStoreDependencies {
  readonly codes: Documents<CodeDocument>;
  readonly limits: Documents<CodeLimitDocument>;
}

export const createCodeStore = ({ codes, limits }: CodeStoreDependencies): CodeStore => ({
  find: async (id) => (await codes.findOne({ _id: id })) ?? undefined,
  put: async ({ _id, ...code }) => {
    const write = () => codes.updateOne({ _id }, { $set: code }, { upsert: true });
    // Two upserts of one id may race on a server; the loser finds the document the next time.
    if (!(await unlessTaken(write))) await write();
  },
  countGuess: async ({ _id, hash }, { now, atMost }) => {
    const mayGuess = { _id, hash, tries: { $lt: atMost }, until: { $gt: now } };
    return (await codes.updateOne(mayGuess, { $inc: { tries: 1 } })).matchedCount === 1;
  },
  strip: async ({ _id, hash, pending }) => {
    if (pending === null) return;
    const left = { ...pending, passwordHash: null, phone: null };
    await codes.updateOne({ _id, hash }, { $set: { pending: left } });
  },
  remove: async ({ _id, hash }) => (await codes.deleteOne({ _id, hash })).deletedCount === 1,
  limit: async (key) => (await limits.findOne({ _id: key })) ?? undefined,
  count: async (key, read, now) => {
    if (read === undefined) {
      return unlessTaken(() => limits.insertOne({ _id: key, rev: 0, sent: [now], lastAt: now }));
    }
    const sent = [...read.sent.filter((at) => at > now - remembersMs), now];
    const change = { $set: { sent, lastAt: now }, $inc: { rev: 1 } };
    return (await limits.updateOne({ _id: key, rev: read.rev }, change)).matchedCount === 1;
  },
  forget: async (now) => {
    const [lapsed, counted] = await Promise.all([
      codes.deleteMany({ until: { $lt: now } }),
      limits.deleteMany({ lastAt: { $lt: now - remembersMs } }),
    ]);
    return lapsed.deletedCount + counted.deletedCount;
  },
});
