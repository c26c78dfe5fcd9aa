import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type Clock,
  createMemoryStore,
  createReceiver,
  type NoticeKind,
  type NoticeStore,
} from '../../src/index.js';
import { createFakeClock } from '../support/fake-clock.js';
import { cancelNotice, createNotice, headerKey, headerValue } from '../support/receivers.js';

const runs = process.env['PARKING_TEST_LONG'] ? 5_000 : 300;
const leaseMs = 30_000;

/** What goes wrong, in the order in which it is asked for; `false` when the list is used up. */
interface Faults {
  readonly handler: boolean[];
  readonly doneUnapplied: boolean[];
  readonly doneUnanswered: boolean[];
}

const faultsOf = (size: number): fc.Arbitrary<Faults> => {
  const list = fc.array(fc.boolean(), { maxLength: size });
  return fc.record({ handler: list, doneUnapplied: list, doneUnanswered: list });
};

type Scheduler = fc.Scheduler;

/** A store whose requests and answers travel for as long as the scheduler likes, and whose `done` may fail either way. */
const travelling = (inner: NoticeStore, scheduler: Scheduler, faults: Faults): NoticeStore => {
  const trip = (label: string): Promise<void> => scheduler.schedule(Promise.resolve(), label);
  const travel = async <T>(label: string, act: () => Promise<T>): Promise<T> => {
    await trip(`${label} goes`);
    const result = await act();
    await trip(`${label} returns`);
    return result;
  };
  return {
    claim: (key, ms) => travel(`claim ${key.kind}`, () => inner.claim(key, ms)),
    renew: (token, ms) => travel('renew', () => inner.renew(token, ms)),
    release: (token) => travel('release', () => inner.release(token)),
    forget: (key) => inner.forget(key),
    done: (token) =>
      travel('done', async () => {
        if (faults.doneUnapplied.shift()) throw new Error('store is away');
        const held = await inner.done(token);
        if (faults.doneUnanswered.shift()) throw new Error('answer lost');
        return held;
      }),
  };
};

interface World {
  /** Sends a notice until it is answered with anything but 404; resolves with all answers. */
  readonly deliver: (kind: NoticeKind) => Promise<readonly number[]>;
  readonly effects: Readonly<Record<NoticeKind, number>>;
  readonly mostAtOnce: () => number;
}

const createWorld = (scheduler: Scheduler, inner: NoticeStore, faults: Faults): World => {
  const effects = { create: 0, cancel: 0 };
  let running = 0;
  let mostAtOnce = 0;
  const handler = async ({ kind }: { readonly kind: NoticeKind }): Promise<void> => {
    running += 1;
    mostAtOnce = Math.max(mostAtOnce, running);
    await scheduler.schedule(Promise.resolve(), `handle ${kind}`);
    running -= 1;
    if (faults.handler.shift()) throw new Error('effect failed');
    effects[kind] += 1;
  };
  // Pauses are as long as the scheduler likes, too; renewal is a matter of another test.
  const clock: Clock = {
    now: () => 0,
    sleep: () => scheduler.schedule(Promise.resolve(), 'pause'),
    timer: () => () => {},
  };
  const store = travelling(inner, scheduler, faults);
  const auth = { headerKey, headerValue };
  const receiver = createReceiver({ auth, store, clock, leaseMs, onCreate: handler, onCancel: handler });
  const deliver = async (kind: NoticeKind): Promise<readonly number[]> => {
    const statuses: number[] = [];
    do {
      await scheduler.schedule(Promise.resolve(), `send ${kind}`);
      const answer = await receiver.handle(kind === 'create' ? createNotice() : cancelNotice());
      statuses.push(answer.status);
    } while (statuses.at(-1) === 404 && statuses.length < 500);
    return statuses;
  };
  return { deliver, effects, mostAtOnce: () => mostAtOnce };
};

const ending = (answers: readonly (readonly number[])[]): readonly (number | undefined)[] =>
  answers.map((statuses) => statuses.at(-1)).sort();

describe('duplicates at once, in every order', () => {
  it('have one effect of each kind, never two handlers together, one 202 and else 400', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        faultsOf(3),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 2 }),
        async (scheduler, faults, creates, cancels) => {
          const world = createWorld(scheduler, createMemoryStore(), faults);
          const sent = [
            Promise.all(Array.from({ length: creates }, () => world.deliver('create'))),
            Promise.all(Array.from({ length: cancels }, () => world.deliver('cancel'))),
          ];
          await scheduler.waitFor(Promise.all(sent));
          const [createAnswers = [], cancelAnswers = []] = await Promise.all(sent);
          assert.deepEqual(world.effects, { create: 1, cancel: Math.min(1, cancels) });
          assert.equal(world.mostAtOnce(), 1);
          assert.deepEqual(ending(createAnswers), [202, ...Array(creates - 1).fill(400)]);
          assert.deepEqual(ending(cancelAnswers), cancels ? [202, ...Array(cancels - 1).fill(400)] : []);
        },
      ),
      { numRuns: runs },
    );
  });

  it('have at least one effect and exactly one 202 when leases run out under their handlers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 4 }), async (scheduler, jumps) => {
        const storeClock = createFakeClock();
        const none = { handler: [], doneUnapplied: [], doneUnanswered: [] };
        const world = createWorld(scheduler, createMemoryStore({ clock: storeClock }), none);
        const jump = async (): Promise<void> => {
          await scheduler.schedule(Promise.resolve(), 'lease runs out');
          Object.assign(storeClock, {
            now: (
              (at) => () =>
                at
            )(storeClock.now() + leaseMs + 1),
          });
        };
        const sent = Promise.all(Array.from({ length: 3 }, () => world.deliver('create')));
        const jumped = Promise.all(Array.from({ length: jumps }, jump));
        await scheduler.waitFor(Promise.all([sent, jumped]));
        assert.ok(world.effects.create >= 1 && world.effects.create <= 1 + jumps);
        assert.deepEqual(ending(await sent), [202, 400, 400]);
      }),
      { numRuns: runs },
    );
  });
});
