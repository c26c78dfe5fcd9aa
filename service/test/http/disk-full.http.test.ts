import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { bookingId } from '../../src/base/ids.js';
import { bookingCollection } from '../../src/bookings/store.js';
import { openConnection } from '../../src/storage/embedded/connection.js';
import { createEmbeddedDatabase } from '../../src/storage/embedded/database.js';
import { aLocation, anOption, aRatePlan } from '../catalogue/builders.js';
import type { Received } from './harness.js';
import { at, codeOf } from './read.js';
import { openStage } from './stage.js';

const free = aRatePlan({ duration: { tiers: [{ upToMinutes: 1440, priceMinor: 0 }] } });
const content = { ratePlans: [free], locations: [aLocation({ options: [anOption({ capacity: 1_000 })] })] };
const { lat, lon } = aLocation().coordinates;
const search = `/v4/quotes?q=coordinates:${lat},${lon}&start_time=2026-11-22T10:00&end_time=2026-11-22T12:00`;
/** More than the free room of the last pages takes. */
const manyBookings = 300;

it('a full disk: bookings are refused with 503 and a retry hint, nothing is half done, and they go on when there is room', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-full-'));
  const connection = openConnection(folder);
  const stage = await openStage({
    content,
    openDatabase: async (clock) => createEmbeddedDatabase({ connection, clock, requireIndexes: true }),
  });
  t.after(async () => {
    await stage.close();
    rmSync(folder, { recursive: true });
  });
  const found = await stage.server.send(search);
  const quoteId = String(at(found.body, 0, 'purchase_options', 0, 'id'));
  const book = (): Promise<Received> =>
    stage.server.send('/v4/bookings', {
      method: 'POST',
      form: { quote_id: quoteId, final_price: '0', customer_email: 'guest@example.com' },
      token: stage.tokens.partner,
    });
  const booked = async (): Promise<number> => {
    const all = await stage.database
      .collection(bookingCollection)
      .find({ _id: { $gt: bookingId(0) } })
      .toArray();
    return all.filter(({ st }) => st === 'booked').length;
  };

  connection.exec(`PRAGMA max_page_count = ${Number(connection.rows('PRAGMA page_count', [])[0]?.[0])}`);
  let accepted = 0;
  let refused = await book();
  for (; refused.status === 201 && accepted < manyBookings; refused = await book()) accepted += 1;
  assert.equal(refused.status, 503);
  assert.equal(codeOf(refused.body), 'service_unavailable');
  assert.equal(refused.headers['retry-after'], '2');
  assert.equal(await booked(), accepted);
  assert.equal((await stage.server.send(search)).status, 200);

  connection.exec('PRAGMA max_page_count = 1000000');
  assert.equal((await book()).status, 201);
  assert.equal(await booked(), accepted + 1);
});
