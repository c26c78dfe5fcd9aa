import type { Dice } from './dice.js';
import type { Plan, PlannedBooking, PlannedPartner } from './plan.js';
import { planHappenings } from './plan-happenings.js';
import type { Role } from './service-process.js';
import type { Weather } from './weather.js';
import { wrongBy } from './wrong-clock.js';

const fleets = [
  ['serve'],
  ['serve'],
  ['serve', 'serve'],
  ['api', 'worker'],
  ['api', 'worker', 'worker'],
  ['serve', 'worker', 'worker'],
] as const satisfies readonly (readonly Role[])[];

const planWeather = (dice: Dice): Weather => {
  const upTo = (probability: number, most: number): number =>
    dice.chance(probability) ? dice.random() * most : 0;
  return {
    storeLost: upTo(0.4, 0.05),
    storeAnswerLost: upTo(0.5, 0.08),
    storeSlow: upTo(0.3, 0.1),
    requestLost: upTo(0.4, 0.4),
    requestLate: upTo(0.25, 0.3),
    answerLost: upTo(0.5, 0.5),
    handlerTrouble: upTo(0.35, 0.4),
  };
};

const planPartner = (dice: Dice): PlannedPartner => ({
  replicas: dice.pick([1, 1, 2]),
  promise: dice.pick(['once', 'once', 'at_least_once']),
  wantsCancel: dice.chance(0.9),
  concurrency: dice.between(1, 3),
});

/** In a third of the schedules all at once, so that some wait in a worker's queue. */
const planBookings = (dice: Dice, badMs: number, partners: number): readonly PlannedBooking[] => {
  const burstAtMs = dice.chance(0.3) ? dice.between(0, badMs / 2) : undefined;
  return Array.from({ length: dice.between(2, 7) }, (_, index) => {
    const bookAtMs = burstAtMs === undefined ? dice.between(0, badMs / 2) : burstAtMs + dice.between(0, 300);
    const staysMs = dice.pick([dice.between(1, 100), dice.between(1, 20_000), dice.between(1, 40_000)]);
    const cancelAtMs = dice.chance(0.6) ? bookAtMs + staysMs : undefined;
    return { id: index + 1, partner: dice.between(0, partners - 1), bookAtMs, cancelAtMs };
  });
};

/** All that a seed decides beforehand. Each kind of trouble is in some schedules and not in others: alone, each goes deeper. */
export const createPlan = (dice: Dice): Plan => {
  const badMs = dice.between(15_000, 90_000);
  const places = dice
    .pick([fleets[0], ...fleets.slice(1)])
    .map((role) => ({ role, skewMs: wrongBy(dice, 0.15, 400) }));
  const partners = Array.from({ length: dice.pick([1, 1, 2]) }, () => planPartner(dice));
  const bookings = planBookings(dice, badMs, partners.length);
  const weather = planWeather(dice);
  const happenings = planHappenings(dice, {
    badMs,
    places: places.length,
    partners: partners.length,
    bookings: bookings.length,
  });
  return { badMs, places, partners, bookings, weather, happenings };
};
