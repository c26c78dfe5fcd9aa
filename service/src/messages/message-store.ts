import type { Documents } from '../base/documents.js';
import { unlessTaken } from '../base/unless-taken.js';
import type { MessageAttempt, MessageDocument, MessageState } from './message.js';
import type { MessageQuery } from './messages.js';

export interface ClaimRequest {
  readonly limit: number;
  /** New for every claim. */
  readonly token: string;
  readonly now: number;
  readonly leaseMs: number;
}

/** How a claim ends. */
export interface MessageOutcome {
  readonly st: MessageState;
  readonly due: number;
  /** Absent where nothing was tried. */
  readonly attempt: MessageAttempt | undefined;
  /** The values are not kept. */
  readonly isSpent: boolean;
  readonly at: number;
}

export interface MessageStore {
  /** Keeps it unless its id is known. */
  readonly add: (message: MessageDocument) => Promise<void>;
  readonly find: (id: string) => Promise<MessageDocument | undefined>;
  readonly list: (query: MessageQuery) => Promise<readonly MessageDocument[]>;
  readonly counts: () => Promise<Readonly<Record<MessageState, number>>>;
  /** Takes due messages, oldest first, under the token; the lease is their new `due`. */
  readonly claim: (request: ClaimRequest) => Promise<readonly MessageDocument[]>;
  /** Written only while the claim is still the message's; whether it was. */
  readonly settle: (message: MessageDocument, outcome: MessageOutcome) => Promise<boolean>;
  /** Due now, as if new; only as it was read, and not while it is on its way. */
  readonly reopen: (message: MessageDocument, now: number) => Promise<void>;
  /** Deletes at most `limit` messages that ended in that state before `before`; how many it found. */
  readonly trim: (st: MessageState, before: number, limit: number) => Promise<number>;
}

const maxListed = 200;
const maxCounted = 10_000;
const attemptsKept = 10;

/** Messages over the documents port: made once, claimed with token and lease, settled under the token. */
export const createMessageStore = (documents: Documents<MessageDocument>): MessageStore => {
  const count = (st: MessageState): Promise<number> =>
    documents.countDocuments({ st }, { limit: maxCounted });

  const claimOne = async (
    message: MessageDocument,
    { token, now, leaseMs }: ClaimRequest,
  ): Promise<MessageDocument | undefined> => {
    // As it was found: of two workers one takes it.
    const asFound = { _id: message._id, st: 'waiting', due: message.due, n: message.n } as const;
    const claim = { $set: { tok: token, due: now + leaseMs, updatedAt: now }, $inc: { n: 1 } };
    const claimed = await documents.findOneAndUpdate(asFound, claim, { returnDocument: 'after' });
    return claimed ?? undefined;
  };

  return {
    add: async (message) => {
      await unlessTaken(() => documents.insertOne(message));
    },
    find: async (id) => (await documents.findOne({ _id: id })) ?? undefined,
    list: ({ state, limit, skip }) =>
      documents
        .find(
          { st: state },
          { sort: { due: 1, _id: 1 }, skip, limit: Math.min(Math.max(limit, 1), maxListed) },
        )
        .toArray(),
    counts: async () => {
      const [waiting, sent, failed] = await Promise.all([count('waiting'), count('sent'), count('failed')]);
      return { waiting, sent, failed };
    },
    claim: async (request) => {
      const { limit, now } = request;
      const isDue = { st: 'waiting', due: { $lte: now } } as const;
      const found = await documents.find(isDue, { sort: { due: 1, _id: 1 }, limit }).toArray();
      const claimed = await Promise.all(found.map((message) => claimOne(message, request)));
      return claimed.filter((message) => message !== undefined);
    },
    settle: async ({ _id, tok, history }, { st, due, attempt, isSpent, at }) => {
      const kept = attempt === undefined ? history : [...history, attempt].slice(-attemptsKept);
      const settled = { st, due, tok: null, history: kept, updatedAt: at };
      const { matchedCount } = await documents.updateOne(
        { _id, tok },
        { $set: isSpent ? { ...settled, values: null } : settled },
      );
      return matchedCount === 1;
    },
    reopen: async ({ _id, st, due, until }, now) => {
      const opened = { st: 'waiting', due: now, n: 0, openedAt: now, updatedAt: now } as const;
      const lapses = { until: st === 'waiting' ? until : null };
      await documents.updateOne({ _id, st, due, tok: null }, { $set: { ...opened, ...lapses } });
    },
    trim: async (st, before, limit) => {
      const old = await documents
        .find({ st, due: { $lt: before } }, { sort: { due: 1, _id: 1 }, limit, projection: { _id: 1 } })
        .toArray();
      // A resend may have opened one since.
      if (old.length > 0) await documents.deleteMany({ st, _id: { $in: old.map(({ _id }) => _id) } });
      return old.length;
    },
  };
};
