import { partnerId } from '#service/base/ids.js';
import type { DeliveryCounts } from '#service/webhooks/deliveries/deliveries.js';
import type { FleetPlace } from './fleet.js';
import type { Ground } from './ground.js';
import { headerKey, headerValueOf } from './partner-header.js';
import type { ServiceProcess } from './service-process.js';
import type { PartnerWorld } from './sites.js';

/** Whoever looks after the service: sets partners up, and repairs what only a person can. */
export interface Operator {
  readonly savePartners: () => Promise<void>;
  /** Sends again what was refused for its header, and lets go what is paused. */
  readonly repair: () => Promise<void>;
  /** What they would say is wrong, when all should be delivered. */
  readonly look: () => Promise<readonly string[]>;
}

interface OperatorOptions {
  readonly ground: Ground;
  readonly fleet: readonly FleetPlace[];
  readonly partners: readonly PartnerWorld[];
}

const patienceMs = 10_000;

export const createOperator = ({ ground, fleet, partners }: OperatorOptions): Operator => {
  /** Asks one process after the other until one answers. */
  const ask = async <Result>(run: (service: ServiceProcess) => Promise<Result>): Promise<Result> => {
    for (const { service } of fleet) {
      let answer: { readonly result: Result } | undefined;
      run(service()).then(
        (result) => {
          answer = { result };
        },
        (error: unknown) => ground.trace.note('operator', () => `is refused: ${String(error)}`),
      );
      await ground.scheduler.runUntil(() => answer !== undefined, patienceMs);
      if (answer !== undefined) return answer.result;
    }
    throw new Error('no process answers the operator');
  };

  const save = async ({ partners: desk }: ServiceProcess): Promise<void> => {
    for (const { id, host, wantsCancel, concurrency } of partners) {
      await desk.save({
        id,
        auth_header_key: headerKey,
        auth_header_value: headerValueOf(id),
        base_api_url: `https://${host}`,
        create_booking_endpoint: '/created',
        ...(wantsCancel ? { cancel_booking_endpoint: '/cancelled' } : {}),
        concurrency,
      });
      await desk.override(partnerId(id), 'operator');
    }
  };

  const repair = async ({ partners: desk, deliveries }: ServiceProcess): Promise<void> => {
    for (const { id } of partners) {
      const { paused } = await desk.view(partnerId(id));
      const { unauthorised } = await deliveries.counts(partnerId(id));
      if ((paused ?? null) !== null || unauthorised > 0)
        await desk.resume(partnerId(id), { resendRefused: true });
    }
  };

  const countFaults = (id: string, counts: DeliveryCounts): string[] => {
    const own = ground.rows.deliveries.all().filter(({ partner }) => partner === id);
    const isRight = counts.delivered === own.length && counts.open + counts.unauthorised === 0;
    return isRight
      ? []
      : [`the operator sees ${JSON.stringify(counts)} of ${own.length} deliveries to ${id}`];
  };

  const look = async ({ deliveries }: ServiceProcess): Promise<readonly string[]> => {
    const faults: string[] = [];
    for (const { id } of partners) faults.push(...countFaults(id, await deliveries.counts(partnerId(id))));
    return faults;
  };

  return { savePartners: () => ask(save), repair: () => ask(repair), look: () => ask(look) };
};
