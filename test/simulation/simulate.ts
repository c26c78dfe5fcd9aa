import { partnerId } from '#service/base/ids.js';
import type { DeliveryCounts } from '#service/webhooks/deliveries/deliveries.js';
import { sendCustomers } from './customers.js';
import { createDice } from './dice.js';
import { createFleet, type FleetPlace } from './fleet.js';
import { createGround } from './ground.js';
import { startHappenings } from './happenings.js';
import { type Court, isSettled, judge } from './judge.js';
import { createNetwork } from './network.js';
import { headerKey } from './partner-site.js';
import { createPlan } from './plan.js';
import type { PlantedBug } from './planted-bug.js';
import { createRunRecord } from './record.js';
import { createSites, headerValueOf, type PartnerWorld } from './sites.js';
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
}

/** After the bad time: retries, leases of both sides and breakers are over by then, many times. */
const quietLimitMs = 20 * 60_000;
/** What is still under way somewhere has shown itself by then. */
const aftermathMs = 45_000;
const operatorLooksEveryMs = 15_000;

const savePartners = async (place: FleetPlace, partners: readonly PartnerWorld[]): Promise<void> => {
  const { partners: desk } = place.service();
  for (const { id, host, wantsCancel } of partners) {
    await desk.save({
      id,
      auth_header_key: headerKey,
      auth_header_value: headerValueOf(id),
      base_api_url: `https://${host}`,
      create_booking_endpoint: '/created',
      ...(wantsCancel ? { cancel_booking_endpoint: '/cancelled' } : {}),
      concurrency: 3,
    });
    await desk.override(partnerId(id), 'operator');
  }
};

/** As an operator would: looks what was refused or paused, and sends it again. */
const repair = async (place: FleetPlace, partners: readonly PartnerWorld[]): Promise<void> => {
  const { partners: desk, deliveries } = place.service();
  for (const { id } of partners) {
    const { paused } = await desk.view(partnerId(id));
    const { unauthorised } = await deliveries.counts(partnerId(id));
    if ((paused ?? null) !== null || unauthorised > 0)
      await desk.resume(partnerId(id), { resendRefused: true });
  }
};

const viewFaults = (court: Court, id: string, counts: DeliveryCounts): string[] => {
  const own = court.ground.rows.deliveries.all().filter(({ partner }) => partner === id);
  const isSame = counts.delivered === own.length && counts.open === 0 && counts.unauthorised === 0;
  return isSame ? [] : [`the operator sees ${JSON.stringify(counts)} of ${own.length} delivered to ${id}`];
};

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

  const complete = async (work: Promise<unknown>): Promise<void> => {
    let isDone = false;
    let failure: unknown;
    work.then(
      () => {
        isDone = true;
      },
      (error: unknown) => {
        isDone = true;
        failure = error;
      },
    );
    const isEnded = await scheduler.runUntil(() => isDone, 60_000);
    if (!isEnded || failure !== undefined) record.faults.push(`an operator's work failed: ${String(failure)}`);
  };

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
  const fleet = createFleet({ ground, plan, network, bug, onWrite: (process) => onWrite(process) });
  const [first] = fleet;
  if (first === undefined) throw new Error('a plan without processes');
  await complete(savePartners(first, partners));
  for (const { service } of fleet) service().start();
  const happenings = startHappenings({ ground, plan, fleet, partners, record });
  ({ onExchange, onWrite } = happenings);
  sky.turn(plan.weather);
  sendCustomers({ ground, plan, fleet, record });

  await scheduler.runUntil(() => false, plan.badMs);
  happenings.end();
  for (let waitedMs = 0; waitedMs < quietLimitMs; waitedMs += operatorLooksEveryMs) {
    if (await scheduler.runUntil(() => isSettled(court), operatorLooksEveryMs)) break;
    await complete(repair(first, partners));
  }
  await scheduler.runUntil(() => false, aftermathMs);
  const viewed = partners.map(async ({ id }) => {
    const counts = await first.service().deliveries.counts(partnerId(id));
    record.faults.push(...viewFaults(court, id, counts));
  });
  await complete(Promise.all(viewed));
  const faults = judge(court);
  for (const { books } of partners) books.close();
  return {
    seed,
    faults,
    trace: trace.lines,
    exchanges: record.exchanges.length,
    simulatedMs: scheduler.now() - begunAt,
  };
};
