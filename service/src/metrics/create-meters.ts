import { Registry } from 'prom-client';
import { type DispatchEvents, unwatched } from '../webhooks/dispatch/dispatch-events.js';
import { createDeclare } from './declare.js';
import { createDispatchMeters } from './dispatch-meters.js';
import { createPartnerLabels } from './partner-labels.js';
import { type Build, createProcessMeters } from './process-meters.js';
import { createRequestMeters } from './request-meters.js';
import type { Reading } from './shared-reading.js';
import type { Standing } from './standing.js';
import { createStandingGauges } from './standing-gauges.js';
import { createWorkMeters } from './work-meters.js';
import { writeExposition } from './write-exposition.js';

/** What a scrape asks for beside what was counted. */
export interface Scraped {
  readonly isDatabaseUp: boolean;
  readonly standing: Reading<Standing>;
  /** Epoch ms. */
  readonly now: number;
}

/** Counts what the parts of the service tell of, and writes it down for whoever asks. */
export interface Meters extends ReturnType<typeof createWorkMeters> {
  readonly dispatchEvents: DispatchEvents;
  readonly onAnswered: ReturnType<typeof createRequestMeters>;
  /** The outcomes that wait to be written are asked for at each scrape. */
  readonly watchOutcomes: (waiting: () => number) => void;
  /** Everything in Prometheus' text format. */
  readonly text: (scraped: Scraped) => Promise<string>;
  readonly mediaType: string;
}

interface MetersOptions {
  readonly build: Build;
  /** Without a dispatcher there is nothing of its to tell: no series, rather than one that stands still. */
  readonly hasDispatcher: boolean;
  /** Partners that have series of their own among those that grow; the rest share one. */
  readonly mostPartners?: number;
}

const usualMostPartners = 2_000;

export const createMeters = ({ build, hasDispatcher, mostPartners }: MetersOptions): Meters => {
  const registry = new Registry();
  const declare = createDeclare(registry);
  const labels = createPartnerLabels(mostPartners ?? usualMostPartners);
  const dispatch = hasDispatcher ? createDispatchMeters(declare, labels) : undefined;
  const show = createStandingGauges(declare);
  const databaseUp = declare.gauge({ name: 'database_up', help: '1 while the database answers' });
  let outcomesWaiting = (): number => 0;
  createProcessMeters(registry, declare, build);

  return {
    ...createWorkMeters(declare),
    dispatchEvents: dispatch?.events ?? unwatched,
    onAnswered: createRequestMeters(declare),
    watchOutcomes: (waiting) => {
      outcomesWaiting = waiting;
    },
    mediaType: registry.contentType,
    text: async ({ isDatabaseUp, standing, now }) => {
      databaseUp.set(isDatabaseUp ? 1 : 0);
      dispatch?.outcomes.set(outcomesWaiting());
      if (standing.value !== undefined) {
        const known = new Set(standing.value.partners.map(({ partner }) => partner._id));
        await dispatch?.know(known);
      }
      show(standing, now);
      return writeExposition(registry);
    },
  };
};
