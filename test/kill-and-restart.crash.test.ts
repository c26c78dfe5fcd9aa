import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Market, openMarket } from './support/market.js';
import { createPersistentDriver } from './support/persistent-driver.js';
import { seededRandom } from './support/seeded-random.js';
import { findSpaceFaults } from './support/space-faults.js';

const isLong = process.env['PARKING_TEST_LONG'] !== undefined;
const wanted = isLong ? 2_000 : 200;
const kills = isLong ? 200 : 22;
const seed = Number(process.env['PARKING_TEST_SEED'] ?? 20_261_121);
/** More than any one day sells, but days fill up: refusals are part of the game. */
const capacity = 12;
const days = 20;
const drivers = 4;
const holdMs = 30_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The janitor comes by every few seconds; the storage is looked at between two runs of the service. */
const faultsOnceTidied = async (market: Market): Promise<readonly string[]> => {
  for (let looks = 0; ; looks += 1) {
    await market.stopService();
    const database = await market.storage.open();
    const faults = await findSpaceFaults(database, capacity);
    await database.close();
    if (faults.length === 0 || looks === 8) return faults;
    await market.restart();
    await pause(1_500);
  }
};

describe(`${wanted} bookings, and the service killed at ${kills} instants (seed ${seed})`, () => {
  let market: Market;
  before(async () => {
    market = await openMarket({ capacity });
  });
  after(() => market.end());

  it('loses and doubles no notice, and leaves every space either booked or free', async (context) => {
    const { server, isAtomic } = market.storage;
    if (!isAtomic) return context.skip(`not verified on ${server}: its updates are not atomic`);
    const random = seededRandom(seed);
    const driver = createPersistentDriver(market);
    const acknowledged: number[] = [];
    const cancelled = new Set<number>();
    let begun = 0;
    let killed = 0;
    let isOver = false;

    const drive = async (): Promise<void> => {
      while (begun < wanted) {
        const number = begun;
        begun += 1;
        const id = await driver.book(`driver${number}`, 2 + (number % days));
        if (id === 'sold_out') continue;
        acknowledged.push(id);
        if (number % 7 !== 0) continue;
        await driver.cancel(id);
        cancelled.add(id);
      }
    };

    /** Spread over all the bookings, each a random moment after some have begun. */
    const killAll = async (): Promise<void> => {
      for (; killed < kills; killed += 1) {
        const threshold = Math.floor(((killed + 1) * wanted) / (kills + 2));
        while (begun < threshold && !isOver) await pause(2);
        assert.equal(isOver, false, 'bookings were under way at every kill');
        await pause(random() * 60);
        await market.killAndRestart();
      }
    };

    const driving = Promise.all(Array.from({ length: drivers }, drive)).finally(() => {
      isOver = true;
    });
    await Promise.all([driving, killAll()]);
    assert.equal(killed, kills);
    assert.ok(acknowledged.length > wanted / 2, `${acknowledged.length} bookings were acknowledged`);
    assert.equal(new Set(acknowledged).size, acknowledged.length, 'no id twice');

    const effects = (): readonly string[] =>
      market.receiver
        .heard()
        .flatMap(({ effect, id }) => (effect === undefined ? [] : [`${String(id)}:${String(effect)}`]));
    const expected = [
      ...acknowledged.map((id) => `${id}:create`),
      ...[...cancelled].map((id) => `${id}:cancel`),
    ];
    const missing = (): readonly string[] => expected.filter((effect) => !effects().includes(effect));
    // Leases and holds run out on the sandbox's clock.
    for (let count = 0; count < 100 && (count < 3 || missing().length > 0); count += 1) {
      await market.service().operate('POST', '/sandbox/clock/advance', { seconds: holdMs / 1000 + 5 });
      await pause(400);
    }
    assert.deepEqual(missing(), [], 'every acknowledged booking and cancellation was told');
    assert.deepEqual(
      [...effects()].sort(),
      [...expected].sort(),
      'each effect exactly once, and none of anything else',
    );

    assert.deepEqual(await faultsOnceTidied(market), []);
    process.stdout.write(
      `kill and restart on ${market.storage.server}: ${acknowledged.length} bookings acknowledged, ${cancelled.size} cancelled, ${killed} kills, ${expected.length} notices handled once\n`,
    );
  });
});
