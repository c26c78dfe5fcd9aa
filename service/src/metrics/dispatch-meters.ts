import type { Counter, Gauge } from 'prom-client';
import type { PartnerId } from '../base/ids.js';
import type { DispatchEvents } from '../webhooks/dispatch/dispatch-events.js';
import type { Declare } from './declare.js';
import type { PartnerLabels } from './partner-labels.js';

/** From an answer next door to the deadline of a whole exchange. */
const exchangeSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const sweepSizes = [0, 1, 2, 5, 10, 25, 50, 100, 250];

const byPartner = ({ counter }: Declare) => ({
  attempts: counter({
    name: 'attempts_total',
    help: 'Exchanges with partners that have ended, by why they count as they do',
    labels: ['partner', 'reason'],
  }),
  seconds: counter({
    name: 'partner_attempt_seconds_total',
    help: 'Time that exchanges with a partner took',
    labels: ['partner'],
  }),
  faults: counter({
    name: 'contract_faults_total',
    help: 'Answers that break the contract, whatever they count as',
    labels: ['partner'],
  }),
  oldHeaders: counter({
    name: 'old_header_uses_total',
    help: 'Notices accepted under the header value before the current one',
    labels: ['partner'],
  }),
  breakerMoves: counter({
    name: 'breaker_transitions_total',
    help: 'Transitions of breakers that this worker made, by the state they went to',
    labels: ['partner', 'state'],
  }),
  ended: counter({
    name: 'deliveries_ended_total',
    help: 'Deliveries that an attempt ended, by the state they ended in',
    labels: ['partner', 'state'],
  }),
});

const ofTheLoop = ({ counter, gauge, histogram }: Declare) => ({
  outcomes: gauge({ name: 'outcomes_waiting', help: 'Outcomes of attempts that are not yet written' }),
  duration: histogram({
    name: 'attempt_duration_seconds',
    help: 'How long exchanges with partners took, connecting and reading included',
    buckets: exchangeSeconds,
  }),
  sweeps: histogram({
    name: 'sweep_deliveries',
    help: 'Deliveries that one claim of a worker got',
    buckets: sweepSizes,
  }),
  passes: counter({
    name: 'dispatch_passes_total',
    help: 'Looks of the dispatcher at every partner; they end when its loop does',
  }),
  claimsLost: counter({
    name: 'claims_lost_total',
    help: 'Due deliveries that another worker claimed first',
  }),
  leasesLost: counter({
    name: 'leases_lost_total',
    help: "Outcomes that came when their lease was somebody else's",
  }),
});

const forgetIn = async (
  counter: Pick<Counter<'partner'>, 'get' | 'remove'>,
  gone: ReadonlySet<unknown>,
): Promise<void> => {
  if (gone.size === 0) return;
  for (const { labels } of (await counter.get()).values) {
    if (gone.has(labels.partner)) counter.remove(labels);
  }
};

export interface DispatchMeters {
  readonly events: DispatchEvents;
  /** Outcomes of attempts that are not yet written. */
  readonly outcomes: Pick<Gauge, 'set'>;
  /** The partners that there are: what may be counted of each begins at 0, and the series of others end. */
  readonly know: (partners: ReadonlySet<PartnerId>) => Promise<void>;
}

/** What a worker's dispatcher does, counted. Absent in a process that has none, so that its silence means something. */
export const createDispatchMeters = (declare: Declare, labels: PartnerLabels): DispatchMeters => {
  const counters = byPartner(declare);
  const loop = ofTheLoop(declare);
  return {
    events: {
      onAttempt: ({ attempt, st }) => {
        const partner = labels.nameOf(attempt.partner);
        const seconds = attempt.durationMs / 1_000;
        counters.attempts.inc({ partner, reason: attempt.reason });
        counters.seconds.inc({ partner }, seconds);
        loop.duration.observe(seconds);
        if (attempt.isContractFault) counters.faults.inc({ partner });
        if (st !== 'open') counters.ended.inc({ partner, state: st });
      },
      onSweep: ({ found, claimed }) => {
        loop.sweeps.observe(claimed);
        loop.claimsLost.inc(found - claimed);
      },
      onPass: () => loop.passes.inc(),
      onLeaseLost: (count) => loop.leasesLost.inc(count),
      onBreaker: ({ partner, to }) => {
        counters.breakerMoves.inc({ partner: labels.nameOf(partner), state: to.st });
      },
      onOldHeader: ({ partner }) => counters.oldHeaders.inc({ partner: labels.nameOf(partner) }),
    },
    outcomes: loop.outcomes,
    know: async (partners) => {
      const gone = new Set<unknown>(labels.keepOnly(partners));
      for (const counter of Object.values(counters)) await forgetIn(counter, gone);
      // A rise from nothing is no rise to whoever reads these.
      for (const id of partners) {
        const partner = labels.nameOf(id);
        counters.faults.inc({ partner }, 0);
        counters.oldHeaders.inc({ partner }, 0);
      }
    },
  };
};
