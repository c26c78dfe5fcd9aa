import type { Dice } from './dice.js';
import type { SiteMood } from './partner-site.js';
import type { Happening, Moment, Place, PlannedHappening, Switch } from './plan.js';
import { wrongBy } from './wrong-clock.js';

/** How large the schedule is that things happen in. */
export interface Frame {
  readonly badMs: number;
  readonly places: number;
  readonly partners: number;
  readonly bookings: number;
}

/** A kind of trouble: in what share of the schedules, how often at most, and one of its kind. */
type Trouble = readonly [probability: number, most: number, plan: () => PlannedHappening];

const gatewayMoods = [
  { type: 'gateway', status: 500 },
  { type: 'gateway', status: 502 },
  { type: 'gateway', status: 404 },
  { type: 'gateway', status: 429, retryAfterSeconds: 3 },
  { type: 'gateway', status: 503, retryAfterSeconds: 10 },
  { type: 'gateway', status: 503 },
  { type: 'gateway', status: 302 },
] as const satisfies readonly SiteMood[];

const planSwitch = (dice: Dice): Switch => {
  if (dice.chance(0.4)) return 'after a refusal';
  return { afterMs: dice.chance(0.5) ? dice.between(0, 3_000) : dice.between(0, 60_000) };
};

const createDraws = (dice: Dice, { badMs, places, partners, bookings }: Frame) => {
  const anyTime = (): Moment => ({ atMs: dice.between(0, badMs) });

  /** Most moments are chosen by what goes on then: time alone would seldom hit one that matters. */
  const moment = (): { readonly when: Moment; readonly place: Place } => {
    const kind = dice.pick(['time', 'exchange', 'claim', 'write', 'write']);
    if (kind === 'time') return { when: anyTime(), place: dice.between(0, places - 1) };
    const delayMs = dice.chance(0.5) ? dice.between(0, 3) : dice.between(0, 300);
    const place = 'whoever';
    if (kind === 'exchange') return { when: { exchange: dice.between(1, bookings * 3), delayMs }, place };
    if (kind === 'claim') return { when: { claim: dice.between(1, bookings * 6), delayMs }, place };
    return { when: { write: dice.between(1, bookings * 24), delayMs }, place };
  };

  return {
    forMs: (low: number, high: number): number => dice.between(low, high),
    partner: (): number => dice.between(0, partners - 1),
    replica: (): number => dice.between(0, 1),
    /** To whichever process makes the moment. */
    onProcess: (make: (place: Place) => Happening) => (): PlannedHappening => {
      const { when, place } = moment();
      return { when, what: make(place) };
    },
    /** To somebody else, at a moment that matters. */
    atMoment: (make: () => Happening) => (): PlannedHappening => ({ when: moment().when, what: make() }),
    atAnyTime: (make: () => Happening) => (): PlannedHappening => ({ when: anyTime(), what: make() }),
  };
};

const troublesOf = (dice: Dice, frame: Frame): readonly Trouble[] => {
  const { forMs, partner, replica, onProcess, atMoment, atAnyTime } = createDraws(dice, frame);
  const downMs = (): number => forMs(50, 40_000);
  const mood = (next: SiteMood): Happening => ({
    type: 'partner_mood',
    partner: partner(),
    mood: next,
    forMs: forMs(500, 30_000),
  });
  return [
    [0.6, 4, onProcess((place) => ({ type: 'kill', place, downMs: downMs() }))],
    [0.3, 2, onProcess((place) => ({ type: 'stop', place, downMs: downMs() }))],
    [0.5, 3, onProcess((place) => ({ type: 'pause', place, forMs: forMs(100, 60_000) }))],
    [0.35, 2, onProcess((place) => ({ type: 'cut', place, forMs: forMs(100, 45_000) }))],
    [0.2, 1, atAnyTime(() => ({ type: 'cut_all', forMs: forMs(100, 60_000) }))],
    [0.3, 3, onProcess((place) => ({ type: 'set_clock', place, byMs: wrongBy(dice, 0.3, 60_000) }))],
    [
      0.4,
      3,
      atMoment(() => ({ type: 'partner_dies', partner: partner(), replica: replica(), downMs: downMs() })),
    ],
    [
      0.3,
      2,
      atMoment(() => ({
        type: 'partner_pauses',
        partner: partner(),
        replica: replica(),
        forMs: forMs(100, 50_000),
      })),
    ],
    [0.4, 2, atAnyTime(() => mood(dice.pick([gatewayMoods[0], ...gatewayMoods.slice(1)])))],
    [0.25, 1, atAnyTime(() => mood({ type: 'other_header' }))],
    [0.15, 1, atAnyTime(() => ({ type: 'operator_pauses', partner: partner(), forMs: forMs(100, 20_000) }))],
    [
      0.25,
      1,
      atAnyTime(() => ({
        type: 'operator_rotates',
        partner: partner(),
        switches: planSwitch(dice),
      })),
    ],
    [
      0.2,
      2,
      atAnyTime(() => ({
        type: 'operator_resends',
        booking: dice.between(1, frame.bookings),
        kind: dice.pick(['create', 'cancel']),
      })),
    ],
  ];
};

export const planHappenings = (dice: Dice, frame: Frame): readonly PlannedHappening[] =>
  troublesOf(dice, frame).flatMap(([probability, most, plan]) =>
    Array.from({ length: dice.chance(probability) ? dice.between(1, most) : 0 }, plan),
  );
