import type { Dice } from './dice.js';
import type { SiteMood } from './partner-site.js';
import type { Role } from './service-process.js';
import { calm, type Weather } from './weather.js';

/** When something happens: at an instant, or soon after the n-th exchange began, or the n-th claim or write was at the store. */
export type Moment =
  | { readonly atMs: number }
  | { readonly exchange: number; readonly delayMs: number }
  | { readonly claim: number; readonly delayMs: number }
  | { readonly write: number; readonly delayMs: number };

/** Of the service's processes: one by its place, or whichever did what the moment waits for. */
export type Place = number | 'whoever';

export type Happening =
  | { readonly type: 'kill'; readonly place: Place; readonly downMs: number }
  | { readonly type: 'stop'; readonly place: Place; readonly downMs: number }
  | { readonly type: 'pause'; readonly place: Place; readonly forMs: number }
  | { readonly type: 'cut'; readonly place: Place; readonly forMs: number }
  | { readonly type: 'cut_all'; readonly forMs: number }
  | { readonly type: 'set_clock'; readonly place: Place; readonly byMs: number }
  | {
      readonly type: 'partner_dies';
      readonly partner: number;
      readonly replica: number;
      readonly downMs: number;
    }
  | {
      readonly type: 'partner_pauses';
      readonly partner: number;
      readonly replica: number;
      readonly forMs: number;
    }
  | {
      readonly type: 'partner_mood';
      readonly partner: number;
      readonly mood: SiteMood;
      readonly forMs: number;
    }
  | { readonly type: 'operator_pauses'; readonly partner: number; readonly forMs: number }
  | { readonly type: 'operator_rotates'; readonly partner: number; readonly switchAfterMs: number }
  | { readonly type: 'operator_resends'; readonly booking: number; readonly kind: 'create' | 'cancel' };

export interface PlannedHappening {
  readonly when: Moment;
  readonly what: Happening;
}

export interface PlannedBooking {
  readonly id: number;
  readonly partner: number;
  readonly bookAtMs: number;
  readonly cancelAtMs: number | undefined;
}

export interface PlannedPartner {
  readonly replicas: number;
  readonly promise: 'once' | 'at_least_once';
  readonly wantsCancel: boolean;
  readonly concurrency: number;
}

/** One schedule: all that a seed decides beforehand. */
export interface Plan {
  /** How long things go wrong, ms; after that everything is mended. */
  readonly badMs: number;
  readonly places: readonly { readonly role: Role; readonly skewMs: number }[];
  readonly partners: readonly PlannedPartner[];
  readonly bookings: readonly PlannedBooking[];
  readonly weather: Weather;
  readonly happenings: readonly PlannedHappening[];
}

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const fleets = [
  ['serve'],
  ['serve'],
  ['serve', 'serve'],
  ['api', 'worker'],
  ['api', 'worker', 'worker'],
  ['serve', 'worker', 'worker'],
] as const satisfies readonly (readonly Role[])[];

const gatewayMoods = [
  { type: 'gateway', status: 500 },
  { type: 'gateway', status: 502 },
  { type: 'gateway', status: 404 },
  { type: 'gateway', status: 429, retryAfterSeconds: 3 },
  { type: 'gateway', status: 503, retryAfterSeconds: 10 },
  { type: 'gateway', status: 503 },
  { type: 'gateway', status: 302 },
] as const satisfies readonly SiteMood[];

/** Each kind of trouble is in some schedules and not in others: alone, each goes deeper. */
export const createPlan = (dice: Dice): Plan => {
  const badMs = dice.between(15_000, 90_000);
  const roles = dice.pick([fleets[0], ...fleets.slice(1)]);
  const partnerCount = dice.pick([1, 1, 2]);
  const bookingCount = dice.between(2, 7);
  const hasJumps = dice.chance(0.3);
  /** All at once, so that some wait in a worker's queue. */
  const isBurst = dice.chance(0.3);
  const burstAtMs = dice.between(0, badMs / 2);
  const some = (probability: number, share: number): number =>
    dice.chance(probability) ? dice.random() * share : 0;

  const place = (): number => dice.between(0, roles.length - 1);
  const partner = (): number => dice.between(0, partnerCount - 1);
  const anyTime = (): Moment => ({ atMs: dice.between(0, badMs) });
  const writesExpected = bookingCount * 24;

  /** Most moments are chosen by what goes on then: chance alone would seldom hit one that matters. */
  const moment = (): { when: Moment; place: Place } => {
    const choice = dice.between(0, 4);
    if (choice === 0) return { when: anyTime(), place: place() };
    const delayMs = dice.chance(0.5) ? dice.between(0, 3) : dice.between(0, 300);
    if (choice === 1)
      return { when: { exchange: dice.between(1, bookingCount * 3), delayMs }, place: 'whoever' };
    if (choice === 2)
      return { when: { claim: dice.between(1, bookingCount * 6), delayMs }, place: 'whoever' };
    return { when: { write: dice.between(1, writesExpected), delayMs }, place: 'whoever' };
  };

  const onProcess = (make: (place: Place) => Happening): PlannedHappening => {
    const chosen = moment();
    return { when: chosen.when, what: make(chosen.place) };
  };

  /** Most clocks are a little wrong, some by up to an hour. */
  const wrongBy = (probability: number, usuallyMs: number): number => {
    const mostMs = dice.chance(probability) ? 3_600_000 : usuallyMs;
    return dice.between(-mostMs, mostMs);
  };

  const downMs = (): number => dice.between(50, 40_000);
  const upTo = (probability: number, most: number): number =>
    dice.chance(probability) ? dice.between(1, most) : 0;

  return {
    badMs,
    places: roles.map((role) => ({ role, skewMs: wrongBy(0.15, 400) })),
    partners: times(partnerCount, () => ({
      replicas: dice.pick([1, 1, 2]),
      promise: dice.pick(['once', 'once', 'at_least_once']),
      wantsCancel: dice.chance(0.9),
      concurrency: dice.between(1, 3),
    })),
    bookings: times(bookingCount, (index) => {
      const bookAtMs = isBurst ? burstAtMs + dice.between(0, 300) : dice.between(0, badMs / 2);
      const cancelAtMs = dice.chance(0.6)
        ? bookAtMs + dice.pick([dice.between(1, 100), dice.between(1, 20_000), dice.between(1, 40_000)])
        : undefined;
      return { id: index + 1, partner: partner(), bookAtMs, cancelAtMs };
    }),
    weather: {
      ...calm,
      storeLost: some(0.4, 0.05),
      storeAnswerLost: some(0.5, 0.08),
      storeSlow: some(0.3, 0.1),
      requestLost: some(0.4, 0.4),
      requestLate: some(0.25, 0.3),
      answerLost: some(0.5, 0.5),
      handlerTrouble: some(0.35, 0.4),
    },
    happenings: [
      ...times(upTo(0.6, 4), () => onProcess((at) => ({ type: 'kill', place: at, downMs: downMs() }))),
      ...times(upTo(0.3, 2), () => onProcess((at) => ({ type: 'stop', place: at, downMs: downMs() }))),
      ...times(upTo(0.5, 3), () =>
        onProcess((at) => ({ type: 'pause', place: at, forMs: dice.between(100, 60_000) })),
      ),
      ...times(upTo(0.35, 2), () =>
        onProcess((at) => ({ type: 'cut', place: at, forMs: dice.between(100, 45_000) })),
      ),
      ...times(upTo(0.2, 1), () => ({
        when: anyTime(),
        what: { type: 'cut_all', forMs: dice.between(100, 60_000) } as const,
      })),
      ...times(hasJumps ? dice.between(1, 3) : 0, () =>
        onProcess((at) => ({ type: 'set_clock', place: at, byMs: wrongBy(0.3, 60_000) })),
      ),
      ...times(upTo(0.4, 3), () => ({
        when: moment().when,
        what: {
          type: 'partner_dies',
          partner: partner(),
          replica: dice.between(0, 1),
          downMs: downMs(),
        } as const,
      })),
      ...times(upTo(0.3, 2), () => ({
        when: moment().when,
        what: {
          type: 'partner_pauses',
          partner: partner(),
          replica: dice.between(0, 1),
          forMs: dice.between(100, 50_000),
        } as const,
      })),
      ...times(upTo(0.4, 2), () => ({
        when: anyTime(),
        what: {
          type: 'partner_mood',
          partner: partner(),
          mood: dice.pick([gatewayMoods[0], ...gatewayMoods.slice(1)]),
          forMs: dice.between(500, 30_000),
        } as const,
      })),
      ...times(upTo(0.25, 1), () => ({
        when: anyTime(),
        what: {
          type: 'partner_mood',
          partner: partner(),
          mood: { type: 'other_header' },
          forMs: dice.between(500, 30_000),
        } as const,
      })),
      ...times(upTo(0.15, 1), () => ({
        when: anyTime(),
        what: { type: 'operator_pauses', partner: partner(), forMs: dice.between(100, 20_000) } as const,
      })),
      ...times(upTo(0.25, 1), () => ({
        when: anyTime(),
        what: {
          type: 'operator_rotates',
          partner: partner(),
          // What a worker knows of a partner may be two seconds old.
          switchAfterMs: dice.between(5_000, 60_000),
        } as const,
      })),
      ...times(upTo(0.2, 2), () => ({
        when: anyTime(),
        what: {
          type: 'operator_resends',
          booking: dice.between(1, bookingCount),
          kind: dice.pick<'create' | 'cancel'>(['create', 'cancel']),
        } as const,
      })),
    ],
  };
};
