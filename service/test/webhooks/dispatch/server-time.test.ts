import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createServerTime } from '../../../src/webhooks/dispatch/server-time.js';
import { createFakeClock } from '../../support/fake-clock.js';

/** A server whose clock is ahead, and whose answer takes as long as it is told to. */
const begin = () => {
  const clock = createFakeClock();
  const server = { aheadMs: 5_000, tripMs: 0, asked: 0, isDown: false };
  const serverNow = async (): Promise<number> => {
    server.asked += 1;
    if (server.isDown) throw new Error('no answer');
    clock.jump(server.tripMs / 2);
    const now = clock.now() + server.aheadMs;
    clock.jump(server.tripMs / 2);
    return now;
  };
  const time = createServerTime({
    serverNow,
    clock,
    everyMs: 60_000,
    staleMs: 120_000,
    maxErrorMs: 1_000,
    settleMs: 17_000,
  });
  return { clock, server, time };
};

describe("the server's time", () => {
  it('is not known before it was measured, and then is the server’s', async () => {
    const { clock, server, time } = begin();
    assert.equal(time.isKnown(), false);
    server.tripMs = 400;
    await time.refresh();
    assert.deepEqual([time.isKnown(), time.now()], [true, clock.now() + 5_000]);
  });

  it('is not known while an answer takes so long that the leases do not allow for it', async () => {
    const { server, time } = begin();
    server.tripMs = 2_000;
    await time.refresh();
    assert.equal(time.isKnown(), true);
    const slow = begin();
    slow.server.tripMs = 2_002;
    await slow.time.refresh();
    assert.equal(slow.time.isKnown(), false);
  });

  it('is measured again once a minute, and forgotten where that fails', async () => {
    const { clock, server, time } = begin();
    await time.refresh();
    clock.jump(59_999);
    await time.refresh();
    assert.equal(server.asked, 1);
    clock.jump(1);
    server.isDown = true;
    await time.refresh();
    assert.deepEqual([server.asked, time.isKnown()], [2, false]);
    server.isDown = false;
    server.aheadMs = -3_000;
    await time.refresh();
    assert.deepEqual([time.isKnown(), time.now()], [true, clock.now() - 3_000]);
  });

  it('is not known once the clock was set, in either direction, until it is measured again', async () => {
    for (const setMs of [1_800_000, -1_800_000]) {
      const { clock, time } = begin();
      await time.refresh();
      clock.jump(setMs);
      assert.equal(time.isKnown(), false);
      await time.refresh();
      assert.deepEqual([time.isKnown(), time.now()], [true, clock.now() + 5_000]);
    }
  });

  for (const byMs of [-3_600_000, -2_000, 2_000, 3_600_000]) {
    it(`is measured again, and no other, when this machine's clock is set by ${byMs / 1_000} s`, async () => {
      const { clock, server, time } = begin();
      await time.refresh();
      clock.jump(5_000);
      const before = time.now();
      clock.set(byMs);
      server.aheadMs -= byMs;
      assert.deepEqual([time.now(), time.isSteady(), time.isKnown()], [before, false, false]);
      await time.refresh();
      assert.deepEqual([time.now(), time.isSteady(), time.isKnown(), server.asked], [before, true, true, 2]);
    });
  }

  it('goes on steadily where this machine’s clock is only drawn near to the true time', async () => {
    const { clock, server, time } = begin();
    await time.refresh();
    clock.set(-900);
    await time.refresh();
    assert.deepEqual([time.isKnown(), server.asked], [true, 1]);
  });

  it('follows a server that is set forward, but not before the leases given until then are over', async () => {
    const { clock, server, time } = begin();
    await time.refresh();
    server.aheadMs += 3_600_000;
    clock.jump(60_000);
    await time.refresh();
    assert.deepEqual([time.now(), time.isKnown()], [clock.now() + 3_605_000, false]);
    clock.jump(16_999);
    assert.equal(time.isKnown(), false);
    clock.jump(1);
    assert.equal(time.isKnown(), true);
  });

  it('follows a server that is set back at once', async () => {
    const { clock, server, time } = begin();
    await time.refresh();
    server.aheadMs -= 3_600_000;
    clock.jump(60_000);
    await time.refresh();
    assert.deepEqual([time.now(), time.isKnown()], [clock.now() - 3_595_000, true]);
  });
});
