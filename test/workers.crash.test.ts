import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type CountingReceiver, startCountingReceiver } from './support/counting-receiver.js';
import { notShared, openSharedMarket, sharedMongodbUrl, sharedPartner } from './support/shared-market.js';
import { until } from './support/until.js';

const notices = 600;
const killedAt = 120;

describe('an api and two workers on one MongoDB', { skip: notShared }, () => {
  let market: Awaited<ReturnType<typeof openSharedMarket>>;
  let receiver: CountingReceiver;
  before(async () => {
    market = await openSharedMarket(sharedMongodbUrl ?? '');
    receiver = await startCountingReceiver(20);
  });
  after(async () => {
    await market.end();
    await receiver.close();
  });

  const openOnes = async (): Promise<readonly string[]> => {
    const open = await market.deliveries.find({ partner: sharedPartner, st: 'open' }).toArray();
    return open.map(({ _id, tok }) => `${_id} ${tok ?? ''}`).sort();
  };

  /** What nobody settles any more: two looks, a good while apart, see the same. */
  const atRest = async (): Promise<readonly string[]> => {
    let last = '';
    return until('the living worker has sent all but what the dead one held', openOnes, (open) => {
      const isSame = last === open.join();
      last = open.join();
      return isSame && open.every((delivery) => !delivery.endsWith(' '));
    });
  };

  it('share the work; what a killed one held comes again when its lease ends, and nothing else twice', async () => {
    const api = await market.start('api');
    await market.tellAt(api, receiver.url);
    await market.owe(1, notices);
    const readyNote = await until(
      'the api says that notices wait',
      async () => (await fetch(`${api.url}/readyz`)).text(),
      (text) => text.includes('notices wait'),
    );
    assert.deepEqual(JSON.parse(readyNote), { status: 'ready', notes: ['no worker runs: notices wait'] });

    const [doomed] = await Promise.all([market.start('worker'), market.start('worker')]);
    await until(
      'some have arrived',
      () => receiver.arrivals.size,
      (size) => size >= killedAt,
    );
    await doomed.end('SIGKILL');

    const held = (await atRest()).map((delivery) => delivery.split(' ')[0]);
    assert.ok(held.length > 0, 'the killed worker held some');
    assert.ok(held.length < notices - killedAt, 'the other one went on');
    // Both workers' clocks follow: the dead one's leases have ended.
    await api.operate('POST', '/sandbox/clock/advance', { seconds: 31 });
    await until('nothing is open', openOnes, (open) => open.length === 0);

    assert.equal(receiver.arrivals.size, notices);
    const doubled = [...receiver.arrivals].filter(([, count]) => count > 1).map(([id]) => id);
    assert.deepEqual(
      doubled.filter((id) => !held.includes(id)),
      [],
    );
    assert.equal(
      await market.deliveries.countDocuments({ partner: sharedPartner, st: 'delivered' }, { limit: 10_000 }),
      notices,
    );
  });
});
