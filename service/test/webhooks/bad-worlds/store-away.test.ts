import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { bookingCollection } from '../../../src/bookings/store.js';
import type { Hooks } from '../../support/traced-database.js';
import { booking } from '../booking-builder.js';
import { answer } from '../partner-site.js';
import { beginIn, endAll } from '../running.js';
import { openWorld } from '../world.js';
import { keepLogLines } from './log-lines.js';
import { allDelivered, operatorsViewOf } from './operators-view.js';

afterEach(endAll);

const minute = 60_000;
const bookings = 20;

/** What a call on the store meets while the store is away. */
type Outage = 'fails' | 'hangs' | 'hangs, then fails' | 'is done, its answer lost' | 'writes nothing';

const isWrite = (method: string): boolean => !['find', 'findOne', 'countDocuments'].includes(method);

/** A store that can be sent away and called back. */
const createFickleStore = (outage: Outage) => {
  let back: Promise<void> | undefined;
  let comeBack: () => void = () => undefined;
  let callsWhileAway = 0;
  const refuse = async (): Promise<void> => {
    callsWhileAway += 1;
    if (outage === 'hangs' || outage === 'hangs, then fails') await back;
    if (outage !== 'hangs') throw new Error('the database is away');
  };
  const hooks: Hooks = {
    before: async ({ method }) => {
      if (back === undefined || outage === 'is done, its answer lost') return;
      if (outage !== 'writes nothing' || isWrite(method)) await refuse();
    },
    after: async () => {
      if (back !== undefined && outage === 'is done, its answer lost') await refuse();
    },
  };
  return {
    hooks,
    callsWhileAway: () => callsWhileAway,
    leave: (): void => {
      back ??= new Promise((resolve) => {
        comeBack = resolve;
      });
    },
    return: (): void => {
      back = undefined;
      comeBack();
    },
  };
};

interface Row {
  readonly outage: Outage;
  readonly begins: 'before the first look' | 'while notices are on their way';
  /** Requests that reach the partner before the store is back. */
  readonly sentMeanwhile: number;
  /** Calls on the store in that minute, at most. */
  readonly calls: number;
  /** Lines of the log in that minute, at most. */
  readonly lines: number;
}

const first = 'before the first look';
const during = 'while notices are on their way';

const rows: readonly Row[] = [
  { outage: 'fails', begins: first, sentMeanwhile: 0, calls: 100, lines: 4 },
  { outage: 'hangs', begins: first, sentMeanwhile: 0, calls: 4, lines: 0 },
  { outage: 'hangs, then fails', begins: first, sentMeanwhile: 0, calls: 4, lines: 0 },
  { outage: 'is done, its answer lost', begins: first, sentMeanwhile: 0, calls: 100, lines: 4 },
  { outage: 'writes nothing', begins: first, sentMeanwhile: 0, calls: 100, lines: 4 },
  { outage: 'fails', begins: during, sentMeanwhile: 8, calls: 220, lines: 8 },
  { outage: 'hangs', begins: during, sentMeanwhile: 8, calls: 4, lines: 0 },
  { outage: 'hangs, then fails', begins: during, sentMeanwhile: 8, calls: 4, lines: 0 },
  { outage: 'is done, its answer lost', begins: during, sentMeanwhile: 8, calls: 220, lines: 8 },
  { outage: 'writes nothing', begins: during, sentMeanwhile: 8, calls: 220, lines: 8 },
];

const openRow = async ({ outage, begins }: Row) => {
  const world = await openWorld();
  const store = createFickleStore(outage);
  const { logger, lines, forget } = keepLogLines();
  let isAway = false;
  const serverNow = async (): Promise<number> => {
    if (isAway && outage !== 'writes nothing') throw new Error('the database is away');
    return world.clock.now();
  };
  const running = await beginIn(world, { hooks: store.hooks, logger, serverNow });
  for (let id = 1; id <= bookings; id += 1) await world.book(booking(id));
  const leave = (): void => {
    isAway = true;
    store.leave();
  };
  world.site.answerWith(async () => {
    if (begins === during && world.site.received.length === 1) leave();
    await world.clock.sleep(100);
    return answer(202);
  });
  forget();
  if (begins === first) leave();
  return {
    ...running,
    store,
    lines,
    comeBack: (): void => {
      isAway = false;
      store.return();
    },
  };
};

describe('the database is away for a minute', () => {
  for (const row of rows) {
    it(`${row.begins} every call ${row.outage}: each notice is sent once, none is lost`, async () => {
      const { worker, world, clock, site, store, lines, comeBack } = await openRow(row);
      worker.pump.start();
      worker.dispatcher.start();
      await clock.advance(minute);
      const meanwhile = { sent: site.received.length, calls: store.callsWhileAway(), lines: lines.length };
      comeBack();
      await clock.advance(2 * minute);
      await worker.pump.stop();
      assert.deepEqual(await operatorsViewOf(world), allDelivered(bookings));
      const sent = site.received.map(({ delivery }) => delivery);
      assert.equal(new Set(sent).size, bookings);
      const left = await world.database.collection(bookingCollection).countDocuments({ outAt: { $gt: -1 } });
      assert.equal(left, 0);
      assert.deepEqual([meanwhile.sent, sent.length - bookings], [row.sentMeanwhile, 0]);
      assert.ok(meanwhile.calls <= row.calls, `${meanwhile.calls} calls`);
      assert.ok(meanwhile.lines <= row.lines, lines.join('\n'));
    });
  }
});
