import { bookingId, partnerId } from '#service/base/ids.js';
import { deliveryId } from '#service/webhooks/deliveries/delivery.js';
import type { FleetPlace } from './fleet.js';
import type { Ground } from './ground.js';
import { nextHeaderValueOf } from './partner-header.js';
import type { PartnerSite } from './partner-site.js';
import type { Happening, Place, Plan, Switch } from './plan.js';
import type { RunRecord } from './record.js';
import { longestStopMs } from './service-process.js';
import type { SimulatedProcess } from './simulated-process.js';
import { type PartnerWorld, partnerIdOf } from './sites.js';
import { calm } from './weather.js';

/** Makes what was planned happen in its moment. */
export interface Happenings {
  /** Counts towards the moments that wait for it. */
  readonly onExchange: (process: SimulatedProcess) => void;
  readonly onWrite: (process: SimulatedProcess, label: string) => void;
  /** Nothing more goes wrong from now on; what is broken is mended. */
  readonly end: () => void;
}

export interface HappeningsOptions {
  readonly ground: Ground;
  readonly plan: Plan;
  readonly fleet: readonly FleetPlace[];
  readonly partners: readonly PartnerWorld[];
  readonly record: RunRecord;
}

/** A timer may be a little late. */
const stopGraceMs = 100;
const rotationMs = 86_400_000;

export const startHappenings = (options: HappeningsOptions): Happenings => {
  const { ground, plan, fleet, partners, record } = options;
  const { scheduler, trace } = ground;
  const counts = { exchange: 0, claim: 0, write: 0 };
  let isOver = false;

  const later = (delayMs: number, run: () => void): void => void scheduler.after(delayMs, run);

  const placeOf = (place: Place, whoever: SimulatedProcess | undefined): FleetPlace | undefined =>
    place === 'whoever' ? fleet.find(({ service }) => service().process === whoever) : fleet[place];

  /** By any process that can: an operator's request is answered or not, and asked again in the end. */
  const asOperator = (run: (place: FleetPlace) => Promise<unknown>): void => {
    const place = fleet.find(({ service }) => service().process.isAlive());
    if (place !== undefined) run(place).catch(() => undefined);
  };

  const stopGracefully = (place: FleetPlace, downMs: number): void => {
    const { process, stop } = place.service();
    if (!process.isAlive()) return;
    trace.note(process.name, () => 'IS ASKED TO STOP');
    const askedAt = scheduler.now();
    void stop().then(() => {
      const tookMs = scheduler.now() - askedAt;
      if (tookMs > longestStopMs + stopGraceMs && process.upsetAt() < askedAt)
        record.faults.push(`${process.name} took ${tookMs} ms to stop`);
      trace.note(process.name, () => 'STOPPED');
      process.kill();
      later(isOver ? 0 : downMs, place.restart);
    });
  };

  const onPlace = (place: FleetPlace, what: Happening): void => {
    const { process } = place.service();
    if (what.type === 'kill') {
      process.kill();
      later(what.downMs, place.restart);
    }
    if (what.type === 'stop') stopGracefully(place, what.downMs);
    if (what.type === 'pause') {
      process.pause();
      later(what.forMs, process.resume);
    }
    if (what.type === 'set_clock') process.jump(what.byMs);
    if (what.type === 'cut') {
      const link = place.link();
      trace.note(process.name, () => 'IS CUT OFF from the database');
      link.cut();
      later(what.forMs, link.mend);
    }
  };

  /** Asked until it is answered; then the partner takes its time, or none, and knows the new value alone. */
  const rotate = (id: string, site: PartnerSite, switches: Switch): void => {
    const value = nextHeaderValueOf(id);
    asOperator(async ({ service }) => {
      const isRotated = await service()
        .partners.rotate(partnerId(id), value, rotationMs)
        .then(
          () => true,
          () => false,
        );
      if (!isRotated) return isOver ? undefined : later(1_000, () => rotate(id, site, switches));
      if (switches === 'after a refusal') site.expectAfterRefusal(value);
      else later(isOver ? 0 : switches.afterMs, () => site.expect(value));
    });
  };

  const onPartner = ({ id, site }: PartnerWorld, what: Happening): void => {
    if (what.type === 'partner_dies') {
      site.kill(what.replica);
      later(what.downMs, () => site.start(what.replica));
    }
    if (what.type === 'partner_pauses') {
      site.pause(what.replica);
      later(what.forMs, () => site.resume(what.replica));
    }
    if (what.type === 'partner_mood') {
      site.setMood(what.mood);
      later(what.forMs, () => site.setMood({ type: 'fine' }));
    }
    if (what.type === 'operator_rotates') rotate(id, site, what.switches);
    if (what.type === 'operator_pauses') {
      asOperator(({ service }) => service().partners.pause(partnerId(id), 'maintenance'));
      const resume = (): void =>
        asOperator(({ service }) => service().partners.resume(partnerId(id), { resendRefused: false }));
      later(what.forMs, resume);
    }
  };

  const happen = (what: Happening, whoever: SimulatedProcess | undefined): void => {
    if (isOver) return;
    if ('place' in what) {
      const place = placeOf(what.place, whoever);
      if (place !== undefined) onPlace(place, what);
    } else if ('partner' in what) {
      const partner = partners.find(({ id }) => id === partnerIdOf(what.partner));
      if (partner !== undefined) onPartner(partner, what);
    } else if (what.type === 'cut_all') {
      trace.note('database', () => 'IS AWAY');
      const links = fleet.map(({ link }) => link());
      for (const { cut } of links) cut();
      later(what.forMs, () => {
        for (const { mend } of links) mend();
      });
    } else {
      const id = deliveryId(bookingId(what.booking), what.kind);
      asOperator(({ service }) => service().deliveries.resend(id));
    }
  };

  const onCount = (kind: keyof typeof counts) => (process: SimulatedProcess) => {
    counts[kind] += 1;
    for (const { when, what } of plan.happenings)
      if (kind in when && Reflect.get(when, kind) === counts[kind])
        later('delayMs' in when ? when.delayMs : 0, () => happen(what, process));
  };

  const onWrite = onCount('write');
  const onClaim = onCount('claim');

  for (const { when, what } of plan.happenings)
    if ('atMs' in when) later(when.atMs, () => happen(what, undefined));

  return {
    onExchange: onCount('exchange'),
    onWrite: (process, label) => {
      onWrite(process);
      if (label === 'deliveries.updateMany') onClaim(process);
    },
    end: () => {
      isOver = true;
      trace.note('everything', () => 'IS MENDED');
      ground.sky.turn(calm);
      for (const place of fleet) {
        place.link().mend();
        place.service().process.resume();
        place.restart();
      }
      for (const { site } of partners) {
        site.setMood({ type: 'fine' });
        for (const [replica] of site.processes().entries()) {
          site.resume(replica);
          site.start(replica);
        }
      }
    },
  };
};
