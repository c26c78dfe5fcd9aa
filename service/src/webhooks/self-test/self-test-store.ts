import { type Documents, isDuplicateKey } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';
import { type SelfTestDocument, type SelfTestTurnDocument, selfTestId } from './self-test-report.js';

/** How a test stands. */
export type SelfTestProgress = Partial<
  Pick<SelfTestDocument, 'st' | 'endedAt' | 'wentLive' | 'summary' | 'steps'>
>;

export interface SelfTestStore {
  /** The number of the test that may run now; `undefined` while another has the turn. */
  readonly takeTurn: (partner: PartnerId, now: number, until: number) => Promise<number | undefined>;
  readonly endTurn: (partner: PartnerId, number: number) => Promise<void>;
  /** Keeps a new report, and of those before only the last few. */
  readonly add: (report: SelfTestDocument) => Promise<void>;
  readonly change: (id: string, progress: SelfTestProgress) => Promise<void>;
  readonly find: (partner: PartnerId, number: number) => Promise<SelfTestDocument | undefined>;
  /** Newest first. */
  readonly list: (partner: PartnerId) => Promise<readonly SelfTestDocument[]>;
  readonly last: (partner: PartnerId) => Promise<SelfTestDocument | undefined>;
}

const kept = 10;

interface SelfTestDocuments {
  readonly reports: Documents<SelfTestDocument>;
  readonly turns: Documents<SelfTestTurnDocument>;
}

/** Reports and turns over the documents port. */
export const createSelfTestStore = ({ reports, turns }: SelfTestDocuments): SelfTestStore => {
  const lastNumber = async (partner: PartnerId): Promise<number> =>
    (await turns.findOne({ _id: partner }))?.number ?? 0;

  return {
    takeTurn: async (partner, now, until) => {
      try {
        const turn = await turns.findOneAndUpdate(
          { _id: partner, until: { $lte: now } },
          { $inc: { number: 1 }, $set: { until } },
          { returnDocument: 'after', upsert: true },
        );
        return turn?.number;
      } catch (error) {
        // It exists, and its time has not come: somebody else has the turn.
        if (isDuplicateKey(error)) return undefined;
        throw error;
      }
    },
    endTurn: async (partner, number) => {
      await turns.updateOne({ _id: partner, number }, { $set: { until: 0 } });
    },
    add: async (report) => {
      await reports.insertOne(report);
      await reports.deleteOne({ _id: selfTestId(report.partner, report.number - kept) });
    },
    change: async (id, progress) => {
      await reports.updateOne({ _id: id }, { $set: progress });
    },
    find: async (partner, number) =>
      (await reports.findOne({ _id: selfTestId(partner, number) })) ?? undefined,
    list: async (partner) => {
      const number = await lastNumber(partner);
      const ids = Array.from({ length: kept }, (_, index) => selfTestId(partner, number - index));
      const found = await reports.find({ _id: { $in: ids } }).toArray();
      return found.sort((left, right) => right.number - left.number);
    },
    last: async (partner) => {
      const number = await lastNumber(partner);
      return (await reports.findOne({ _id: selfTestId(partner, number) })) ?? undefined;
    },
  };
};
