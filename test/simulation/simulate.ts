import { createPlan } from './create-plan.js';
import { sendCustomers } from './customers.js';
import { createDice } from './dice.js';
import { createFleet } from './fleet.js';
import { createGround } from './ground.js';
import { startHappenings } from './happenings.js';
import { type Court, isSettled, judge } from './judge.js';
import { createNetwork } from './network.js';
import { createOperator } from './operator.js';
import type { PlantedBug } from './planted-bug.js';
import { createRunRecord } from './record.js';
import { createSites } from './sites.js';
import { startWatch } from './watch.js';

export interface SimulateOptions {
  readonly isTraced?: boolean;
  readonly bug?: PlantedBug;
}

export interface SimulationResult {
  readonly seed: number;
  /** Empty where every promise was kept. */
  readonly faults: readonly string[];
  readonly trace: readonly string[];
  readonly exchanges: number;
  readonly simulatedMs: number;
  /** How often rare things were seen. */
  readonly met: ReadonlyMap<string, number>;
}

/** After the bad time: retries, leases of both sides and breakers are over by then, many times. */
const quietLimitMs = 20 * 60_000;
/** What is still under way somewhere has shown itself by then. */
const aftermathMs = 45_000;
const operatorLooksEveryMs = 15_000;

/** One seed, one schedule, one verdict. */
export const simulate = async (seed: number, options: SimulateOptions = {}): Promise<SimulationResult> => {
  const plan = createPlan(createDice(seed));
  const ground = createGround(seed, options.isTraced === true);
  const { scheduler, trace, dice } = ground;
  const { bug } = options;
  const record = createRunRecord();
  const watch = startWatch({ ground, plan, record });
  const partners = createSites(ground, plan, bug);
  const court: Court = { ground, plan, partners, record };
  const begunAt = scheduler.now();
  trace.note('plan', () => JSON.stringify(plan, null, 2));

  let onExchange: (typeof happenings)['onExchange'] = () => undefined;
  let onWrite: (typeof happenings)['onWrite'] = () => undefined;
  const { sky } = ground;
  const network = createNetwork({
    scheduler,
    dice,
    trace,
    sky,
    siteOf: (url) => {
      const found = partners.find(({ host }) => new URL(url).host === host);
      if (found === undefined) throw new Error(`no partner at ${url}`);
      return found.site;
    },
    onStarted: (exchange) => {
      watch.onExchangeStarted(exchange);
      onExchange(exchange.worker);
    },
    onEnded: watch.onExchangeEnded,
  });
  const fleet = createFleet({ ground, plan, network, bug, record, onWrite: (...write) => onWrite(...write) });
  const operator = createOperator({ ground, fleet, partners });
  await operator.savePartners();
  for (const { service } of fleet) service().start();
  const happenings = startHappenings({ ground, plan, fleet, partners, record });
  ({ onExchange, onWrite } = happenings);
  sky.turn(plan.weather);
  sendCustomers({ ground, plan, fleet, record });

  await scheduler.runUntil(() => false, plan.badMs);
  happenings.end();
  const settle = async (): Promise<void> => {
    for (let waitedMs = 0; waitedMs < quietLimitMs; waitedMs += operatorLooksEveryMs) {
      if (await scheduler.runUntil(() => isSettled(court), operatorLooksEveryMs)) return;
      await operator.repair().catch((error: unknown) => trace.note('operator', () => String(error)));
    }
  };
  await settle();
  await scheduler.runUntil(() => false, aftermathMs);
  // An operator's request that was held up may have opened a delivery again.
  await settle();
  record.faults.push(...(await operator.look()));
  const faults = judge(court);
  for (const { books } of partners) books.close();
  return {
    seed,
    faults,
    trace: trace.lines,
    exchanges: record.exchanges.length,
    simulatedMs: scheduler.now() - begunAt,
    met: ground.met,
  };
};
