import type { FleetPlace } from './fleet.js';
import type { Ground } from './ground.js';
import type { Plan, PlannedBooking } from './plan.js';
import type { RunRecord } from './record.js';
import { partnerIdOf } from './sites.js';

interface CustomersOptions {
  readonly ground: Ground;
  readonly plan: Plan;
  readonly fleet: readonly FleetPlace[];
  readonly record: RunRecord;
}

/** Books and cancels as planned, at any process that takes bookings; what they are told is kept. */
export const sendCustomers = ({ ground, plan, fleet, record }: CustomersOptions): void => {
  const { scheduler, dice, trace } = ground;
  const open = (): readonly FleetPlace[] =>
    fleet.filter(({ role, service }) => role !== 'worker' && service().process.isAlive());

  const atAnyDesk = (run: (place: FleetPlace) => Promise<void>): void => {
    const [first, ...others] = open();
    if (first === undefined) return;
    const place = dice.pick([first, ...others]);
    const { process } = place.service();
    let isServed = false;
    const leave = (): void => {
      if (!isServed) record.customers.waiting -= 1;
      isServed = true;
    };
    record.customers.waiting += 1;
    process.onKilled(leave);
    process.reach(0, () => {
      run(place)
        .catch((error: unknown) => trace.note('customer', () => `is refused: ${String(error)}`))
        .finally(leave);
    });
  };

  const book = ({ id, partner }: PlannedBooking): void =>
    atAnyDesk(async ({ service }) => {
      if (!(await service().bookings.book(id, partnerIdOf(partner)))) return;
      record.toldBooked.add(id);
      trace.note('customer', () => `has booked ${id}`);
    });

  const cancel = ({ id }: PlannedBooking): void =>
    atAnyDesk(async ({ service }) => {
      if (!(await service().bookings.cancel(id))) return;
      record.toldCancelled.add(id);
      trace.note('customer', () => `has cancelled ${id}`);
    });

  const come = (atMs: number, run: () => void): void => {
    record.customers.waiting += 1;
    scheduler.after(atMs, () => {
      record.customers.waiting -= 1;
      run();
    });
  };

  for (const booking of plan.bookings) {
    come(booking.bookAtMs, () => book(booking));
    if (booking.cancelAtMs !== undefined) come(booking.cancelAtMs, () => cancel(booking));
  }
};
