import type { Documents } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';
import type { Logger } from '../../base/logger.js';
import { Problem } from '../../base/problem.js';
import { type ReachablePartner, reachable } from '../partners/change-partner.js';
import type { Partners } from '../partners/partners.js';
import { type SelfTestDocument, type SelfTestTurnDocument, selfTestId } from './self-test-report.js';
import { createSelfTestRun, type SelfTestRunOptions } from './self-test-run.js';
import { createSelfTestStore } from './self-test-store.js';
import { kindsOf } from './trial-bookings.js';

/** A test that has begun. */
export interface BegunTest {
  readonly report: SelfTestDocument;
  /** Its report when it has come to an end, whichever. */
  readonly ended: Promise<SelfTestDocument>;
}

/** Tries partners' endpoints before notices go to them. */
export interface SelfTests {
  /**
   * Begins a test; one that passes lets the endpoint go live. Throws `partner_not_found`, `partner_endpoint_missing`,
   * `partner_test_running`, `catalogue_empty`.
   */
  readonly begin: (partner: PartnerId) => Promise<BegunTest>;
  /** Throws `partner_test_not_found`. */
  readonly view: (partner: PartnerId, number: number) => Promise<SelfTestDocument>;
  /** The last ones, newest first. */
  readonly list: (partner: PartnerId) => Promise<readonly SelfTestDocument[]>;
  readonly last: (partner: PartnerId) => Promise<SelfTestDocument | undefined>;
  /** Breaks off what runs in this process. */
  readonly stop: () => Promise<void>;
}

export interface SelfTestOptions extends Omit<SelfTestRunOptions, 'store' | 'testMs' | 'signal'> {
  readonly documents: {
    readonly reports: Documents<SelfTestDocument>;
    readonly turns: Documents<SelfTestTurnDocument>;
  };
  readonly partners: Pick<Partners, 'get' | 'forget' | 'headerValue' | 'goLive'>;
  readonly logger: Logger;
  /** The partner's notices may now be sent. */
  readonly onLive: (partner: PartnerId) => void;
  /** For a whole test, ms. */
  readonly testMs?: number;
}

const defaultTestMs = 120_000;
/** A test that is not at its end by then has died with its process. */
const graceMs = 30_000;

export const createSelfTests = (options: SelfTestOptions): SelfTests => {
  const { partners, bookings, clock, logger } = options;
  const store = createSelfTestStore(options.documents);
  const testMs = options.testMs ?? defaultTestMs;
  const stopping = new AbortController();
  const run = createSelfTestRun({ ...options, store, testMs, signal: stopping.signal });
  const running = new Set<Promise<unknown>>();

  const find = async (id: PartnerId): Promise<ReachablePartner> => {
    partners.forget(id);
    const partner = reachable(id, await partners.get(id));
    if (kindsOf(partner.endpoint).length > 0) return partner;
    throw new Problem('partner_endpoint_missing', {
      details: `partner ${id} takes no notices: give it a path`,
    });
  };

  const open = async (partner: ReachablePartner): Promise<SelfTestDocument> => {
    const startedAt = clock.now();
    const endsBy = startedAt + testMs + graceMs;
    const number = await store.takeTurn(partner._id, startedAt, endsBy);
    if (number === undefined)
      throw new Problem('partner_test_running', { details: `of partner ${partner._id}` });
    const report: SelfTestDocument = {
      _id: selfTestId(partner._id, number),
      partner: partner._id,
      number,
      st: 'running',
      startedAt,
      endsBy,
      endedAt: null,
      wasLive: partner.live !== null,
      wentLive: false,
      summary: 'running',
      steps: [],
    };
    await store.add(report);
    return report;
  };

  const runToTheEnd = async (
    partner: ReachablePartner,
    report: SelfTestDocument,
  ): Promise<SelfTestDocument> => {
    try {
      const ended = await run(partner, report);
      logger.info({ partner: partner._id, test: ended.number, st: ended.st }, 'self test ended');
      if (ended.wentLive) options.onLive(partner._id);
      return ended;
    } catch (error) {
      logger.error({ err: error, partner: partner._id, test: report.number }, 'self test broken off');
      const summary = 'broken off by a fault on our side: see the log, and run it again';
      const broken = { st: 'broken', summary, endedAt: clock.now() } as const;
      await store.change(report._id, broken).catch(() => undefined);
      return { ...report, ...broken };
    } finally {
      // Where this fails, the turn ends by itself.
      await store.endTurn(partner._id, report.number).catch(() => undefined);
    }
  };

  /** One whose process has died says so. */
  const asSeen = (report: SelfTestDocument): SelfTestDocument =>
    report.st === 'running' && clock.now() > report.endsBy
      ? { ...report, st: 'broken', summary: 'broken off: the process that ran it has ended' }
      : report;

  return {
    begin: async (id) => {
      const partner = await find(id);
      if (!bookings.canMake())
        throw new Problem('catalogue_empty', {
          details: 'a test books at a location: import car parks first (parking-service import FILE)',
        });
      const report = await open(partner);
      const ended = runToTheEnd(partner, report);
      running.add(ended);
      void ended.finally(() => running.delete(ended));
      return { report, ended };
    },
    view: async (partner, number) => {
      const report = await store.find(partner, number);
      if (report !== undefined) return asSeen(report);
      throw new Problem('partner_test_not_found', { details: `no test ${number} of partner ${partner}` });
    },
    list: async (partner) => (await store.list(partner)).map(asSeen),
    last: async (partner) => {
      const report = await store.last(partner);
      return report && asSeen(report);
    },
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  };
};
