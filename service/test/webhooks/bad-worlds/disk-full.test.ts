import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, it } from 'node:test';
import { type Connection, openConnection } from '../../../src/storage/embedded/connection.js';
import { createEmbeddedDatabase } from '../../../src/storage/embedded/database.js';
import { booking } from '../booking-builder.js';
import { answer } from '../partner-site.js';
import { beginIn, endAll } from '../running.js';
import { openWorld } from '../world.js';
import { keepLogLines } from './log-lines.js';
import { allDelivered, operatorsViewOf } from './operators-view.js';

afterEach(endAll);

const minute = 60_000;
const notices = 100;
/** Bodies that are kept: attempts need room, claims hardly any. */
const thanks = 'thank you '.repeat(90);

const openDisk = async (folder: string) => {
  let connection: Connection | undefined;
  const world = await openWorld({
    open: async (clock) => {
      connection = openConnection(folder);
      return createEmbeddedDatabase({ connection, clock, requireIndexes: true });
    },
  });
  await world.database.ensureIndexes();
  const pages = (): number => Number(connection?.rows('PRAGMA page_count', [])[0]?.[0]);
  return {
    world,
    fill: () => connection?.exec(`PRAGMA max_page_count = ${pages()}`),
    free: () => connection?.exec('PRAGMA max_page_count = 1000000'),
  };
};

const due = 'open, waits for worker: It is due: the next worker with a free place sends it.';
const well = 'acme live: nothing to do';

/** What an operator reads while there is no room, after leases that nobody could end have run out. */
const rows: readonly (readonly [fullAfter: number, told: readonly string[]])[] = [
  [0, [well]],
  [1, [`100 ${due}`, well]],
  [30, ['24 delivered, waits for nothing: Nothing: it was delivered at T.', `76 ${due}`, well]],
];

describe('the disk is full', () => {
  for (const [fullAfter, told] of rows) {
    it(`after ${fullAfter} notices: nothing is sent twice, the dispatcher stands still, and goes on when there is room`, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'parking-full-'));
      t.after(() => rmSync(folder, { recursive: true, force: true }));
      const { world, fill, free } = await openDisk(folder);
      const { logger, lines, forget } = keepLogLines();
      const { worker, site, clock } = await beginIn(world, { logger });
      for (let id = 1; id <= notices; id += 1) await world.book(booking(id));
      forget();
      site.answerWith(async () => {
        if (site.received.length === fullAfter) fill();
        await clock.sleep(100);
        return answer(202, thanks);
      });
      if (fullAfter === 0) fill();
      worker.pump.start();
      worker.dispatcher.start();
      await clock.advance(minute);
      const sent = site.received.length;
      const calls = worker.calls.length;
      await clock.advance(5 * minute);
      // Not one more in five minutes, and a few calls a second that ask whether there is room.
      assert.equal(site.received.length, sent);
      assert.ok(worker.calls.length - calls < 5 * 60 * 6, `${worker.calls.length - calls} calls`);
      assert.ok(lines.length <= 30, lines.join('\n'));
      assert.equal(site.received.length, new Set(site.received.map(({ delivery }) => delivery)).size);
      assert.deepEqual(await operatorsViewOf(world), told);
      free();
      await clock.advance(2 * minute);
      await worker.pump.stop();
      assert.deepEqual(await operatorsViewOf(world), allDelivered(notices));
      assert.equal(site.received.length, notices);
    });
  }
});
