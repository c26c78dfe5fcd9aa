import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { locationId } from '../../src/base/ids.js';
import { aLocation } from '../catalogue/builders.js';
import { at } from './read.js';
import { openStage, type Stage } from './stage.js';

const { lat, lon } = aLocation().coordinates;
/** Three units' worth: 500, 500 and one. */
const locations = Array.from({ length: 1001 }, (_, index) => aLocation({ id: locationId(101 + index) }));
const times = 'start_time=2026-11-22T10:00&end_time=2026-11-22T12:00';
const area = `/v4/quotes?q=coordinates:${lat},${lon}&${times}&per_page=5`;
const limit = 10;

describe('the cost of a search', () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage({
      content: { locations },
      rateLimits: { byToken: 0, anonymous: limit, signIn: 0 },
    });
  });
  afterEach(() => stage.close());

  const ask = async (path: string): Promise<readonly unknown[]> => {
    const { status, headers } = await stage.server.send(path);
    return [status, headers['ratelimit'], headers['retry-after']];
  };

  const costs: readonly (readonly [string, number])[] = [
    ['', 1],
    ['&sort=distance', 1],
    ['&returns=suggested_view', 1],
    ['&page=201', 1],
    ['&sort=price', 3],
    ['&sort=name', 3],
    ['&returns=curated', 3],
    ['&sort=price&returns=curated', 3],
  ];
  for (const [more, cost] of costs) {
    it(`is ${cost} of the caller's allowance for 1,001 places with ${more || 'nothing more'}`, async () => {
      const left = limit - cost;
      assert.deepEqual(await ask(area + more), [200, `"anonymous";r=${left};t=${cost * 6}`, undefined]);
      const next = left - 1;
      assert.deepEqual(await ask(area), [200, `"anonymous";r=${next};t=${(cost + 1) * 6}`, undefined]);
    });
  }

  it('is paid by the request after it, and never more than a whole allowance', async () => {
    const dear = `${area}&sort=price`;
    for (const left of [7, 4, 1])
      assert.equal((await ask(dear))[1], `"anonymous";r=${left};t=${60 - left * 6}`);
    assert.deepEqual(await ask(dear), [200, '"anonymous";r=0;t=60', undefined]);
    assert.deepEqual(await ask(dear), [429, '"anonymous";r=0;t=60', '6']);
    await stage.clock.advance(6_000);
    assert.equal((await ask(dear))[0], 200);
    await stage.clock.advance(5_999);
    assert.equal((await ask(dear))[0], 429);
  });

  it('is nothing where there are no limits', async () => {
    const found = await stage.server.send(`${area}&sort=price`, { token: stage.tokens.public });
    assert.deepEqual([found.status, found.headers['ratelimit']], [200, undefined]);
    assert.notEqual(at(found.body, 0, 'location_id'), undefined);
  });
});
