import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { BookingDocument } from '../../../src/bookings/booking.js';
import { bookingCollection } from '../../../src/bookings/store.js';
import type { OutboundOutcome } from '../../../src/outbound/outbound.js';
import { deliveryCollection } from '../../../src/webhooks/deliveries/delivery.js';
import { partnerCollection } from '../../../src/webhooks/partners/partner.js';
import type { Hooks } from '../../support/traced-database.js';
import { booking } from '../booking-builder.js';
import { answer } from '../partner-site.js';
import { acme, openWorld, savePartner, type Worker, type World } from '../world.js';
import { createDoomed, type Death, type Doomed } from './doomed.js';
import { type KillRow, killTable } from './kill-table.js';
import { storeSteps, wireSteps } from './loop-steps.js';
import { allDelivered, operatorsViewOf } from './operators-view.js';

interface Scenario {
  readonly bookings: readonly BookingDocument[];
  /** Answer by answer; 202 after the last. */
  readonly answers: readonly OutboundOutcome[];
  /** The store does this call, and its answer is lost, once. */
  readonly losesAnswerOf?: string;
  /** The old value of the header is still alive. */
  readonly isRotated?: boolean;
}

const scenarios: Readonly<Record<KillRow['scenario'], Scenario>> = {
  'a booking, and one that is cancelled': {
    bookings: [booking(1), booking(2, { st: 'cancelled', out: ['create', 'release', 'cancel'] })],
    answers: [],
  },
  'a header that was rotated, and a partner that takes the old one': {
    bookings: [booking(1), booking(2)],
    answers: [answer(401)],
    isRotated: true,
  },
  'three answers of 401': {
    bookings: [1, 2, 3, 4].map((id) => booking(id)),
    answers: Array(3).fill(answer(401)),
  },
  'one answer of 401': { bookings: [1, 2].map((id) => booking(id)), answers: [answer(401)] },
  'two answers of 500': { bookings: [1, 2, 3].map((id) => booking(id)), answers: Array(2).fill(answer(500)) },
  'a store that loses an answer': {
    bookings: [booking(1)],
    answers: [],
    losesAnswerOf: 'attempts.insertMany',
  },
};

type ScenarioName = KillRow['scenario'];

const scenarioNames: ReadonlySet<ScenarioName> = new Set(killTable.map(({ scenario }) => scenario));

const settings = { failuresToOpen: 2 };

const sorted = (texts: readonly string[]): string => texts.toSorted().join(', ') || 'none';

/** All there is outside of the process. */
const stateOf = async ({ database, site, attempts: kept }: World): Promise<readonly string[]> => {
  const owing = await database
    .collection(bookingCollection)
    .find({ outAt: { $gt: -1 } })
    .toArray();
  const deliveries = await database.collection(deliveryCollection).find({ partner: acme }).toArray();
  const attempts = (await Promise.all(deliveries.map(({ _id, n }) => kept.range(_id, 1, n)))).flat();
  const partner = await database.collection(partnerCollection).findOne({ _id: acme });
  const made = deliveries.map(
    ({ _id, st, n, tok }) => `${_id} ${st} ${n}${(tok ?? null) === null ? '' : ' claimed'}`,
  );
  const uses = partner?.endpoint?.previous?.uses;
  const old = uses === undefined ? '' : `, old header used ${uses} times`;
  return [
    `owing ${sorted(owing.map(({ _id }) => String(_id)))}`,
    `made ${sorted(made)}`,
    `arrived ${sorted(site.received.map(({ delivery }) => delivery))}`,
    `attempts ${sorted(attempts.map(({ _id, reason }) => `${_id} ${reason}`))}`,
    `${partner?.unauthorisedInRow} times 401, ${partner?.paused ?? 'not'} paused, breaker ${partner?.breaker.st}${old}`,
  ];
};

const losing = (hooks: Hooks, lost: string | undefined): Hooks => {
  let isLost = false;
  return {
    ...hooks,
    after: async (call) => {
      await hooks.after?.(call);
      if (isLost || `${call.collection}.${call.method}` !== lost) return;
      isLost = true;
      throw new Error('the answer is lost');
    },
  };
};

const open = async (name: ScenarioName, death: Death | undefined) => {
  const scenario: Scenario = scenarios[name];
  const world = await openWorld();
  await savePartner(world.openWorker(), { concurrency: 1 });
  if (scenario.isRotated === true) await world.openWorker().partners.rotate(acme, 'secret-2', 24 * 3_600_000);
  for (const each of scenario.bookings) await world.book(each);
  world.site.answerWith(() => scenario.answers[world.site.received.length - 1] ?? answer(202));
  const doomed = createDoomed(death, world.site.post);
  const hooks = losing(doomed.hooks, scenario.losesAnswerOf);
  const first = world.openWorker({ hooks, post: doomed.post, settings });
  return { world, doomed, first, scenario };
};

/** The dispatcher after the pump has come to rest: else their turns would mix as the engine likes. */
const startInTurn = async (world: World, { pump, dispatcher }: Worker): Promise<void> => {
  pump.start();
  await world.clock.settle();
  dispatcher.start();
};

/** Another worker comes, and an operator who resumes what was paused and ends a rotation. */
const takeOver = async (world: World) => {
  const second = world.openWorker({ settings });
  second.pump.start();
  second.dispatcher.start();
  await world.clock.advance(90_000);
  await second.partners.resume(acme, { resendRefused: true });
  await second.partners.revokePrevious(acme);
  await world.clock.advance(10_000);
  return second;
};

/** Those that arrived more often than their answers ask for: each was on its way at the death. */
const repeated = (world: World, { answers }: Scenario): string => {
  const wanted = new Map<string, number>();
  world.site.received.forEach(({ delivery }, index) => {
    const isAskedAgain = answers[index] !== undefined;
    wanted.set(delivery, (wanted.get(delivery) ?? 0) + (isAskedAgain ? 0 : 1));
  });
  return sorted([...wanted].filter(([, count]) => count > 1).map(([delivery]) => delivery));
};

const checkNothingLost = async (world: World, { bookings }: Scenario): Promise<void> => {
  const deliveries = await world.database.collection(deliveryCollection).find({ partner: acme }).toArray();
  const promised = bookings.flatMap(({ _id, out }) =>
    out.flatMap((kind) => (kind === 'create' || kind === 'cancel' ? [`${_id}:${kind}`] : [])),
  );
  assert.deepEqual(
    deliveries.map(({ _id, st }) => `${_id} ${st}`).toSorted(),
    promised.map((id) => `${id} delivered`).toSorted(),
  );
  const owing = await world.database.collection(bookingCollection).countDocuments({ outAt: { $gt: -1 } });
  assert.equal(owing, 0);
};

const run = async (name: ScenarioName, death: Death) => {
  const { world, doomed, first, scenario } = await open(name, death);
  await startInTurn(world, first);
  await world.clock.runUntil(doomed.isDead, 30_000);
  await world.clock.settle();
  const leaves = await stateOf(world);
  const told = await operatorsViewOf(world);
  const second = await takeOver(world);
  await checkNothingLost(world, scenario);
  const notices = await world.database.collection(deliveryCollection).countDocuments({ partner: acme });
  assert.deepEqual(await operatorsViewOf(world), allDelivered(notices));
  const twice = repeated(world, scenario);
  const stopped = Promise.all([second.pump.stop(), second.dispatcher.stop()]);
  await world.clock.advance(1_000);
  await stopped;
  await world.close();
  return { leaves, told, twice, isEmbedded: world.database.engine === 'embedded' };
};

const whole = async (name: ScenarioName): Promise<ReturnType<Doomed['trace']>> => {
  const { world, doomed, first } = await open(name, undefined);
  await startInTurn(world, first);
  await world.clock.advance(30_000);
  const stopped = Promise.all([first.pump.stop(), first.dispatcher.stop()]);
  await world.clock.advance(1_000);
  await stopped;
  await world.close();
  return doomed.trace();
};

describe('a process that is killed', () => {
  const named = new Map<string, ScenarioName>();

  it('takes no step that has no name here', async () => {
    for (const name of scenarioNames) for (const step of await whole(name)) named.set(step, name);
    const known: ReadonlySet<string> = new Set([...storeSteps, ...wireSteps]);
    assert.deepEqual(
      [...named.keys()].filter((step) => !known.has(step)),
      [],
    );
    assert.deepEqual(
      [...known].filter((step) => !named.has(step)),
      [],
    );
    assert.deepEqual(new Set(killTable.map(({ step }) => step)), known);
  });

  for (const { step, phase, scenario, leaves, told, twice } of killTable) {
    it(`${phase} "${step}" loses nothing, and repeats ${twice}`, async () => {
      const found = await run(scenario, { step, phase });
      // Another engine takes other turns: there the end alone is sure.
      if (found.isEmbedded) assert.deepEqual(found, { leaves, told, twice, isEmbedded: true });
    });
  }
});
