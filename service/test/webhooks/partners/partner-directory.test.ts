import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { partnerId } from '../../../src/base/ids.js';
import { newPartner, type PartnerDocument } from '../../../src/webhooks/partners/partner.js';
import { createPartnerDirectory } from '../../../src/webhooks/partners/partner-directory.js';
import { createFakeClock } from '../../support/fake-clock.js';

const acme = partnerId('acme');
const partnerAt = (rev: number): PartnerDocument => ({
  ...newPartner,
  _id: acme,
  name: 'Acme',
  rev,
  endpoint: null,
  createdAt: 0,
  updatedAt: 0,
});

/** A store that answers when it is told to, with the state of when it was asked. */
const openDirectory = () => {
  const clock = createFakeClock();
  const held: (() => void)[] = [];
  const stored = { rev: 1, reads: 0, isHolding: false };
  const read = async <Result>(result: Result): Promise<Result> => {
    stored.reads += 1;
    if (stored.isHolding) await new Promise<void>((resolve) => held.push(resolve));
    return result;
  };
  const directory = createPartnerDirectory({
    store: { find: () => read(partnerAt(stored.rev)), all: () => read([partnerAt(stored.rev)]) },
    clock,
    maxAgeMs: 2_000,
  });
  const release = (): void => {
    for (const go of held.splice(0)) go();
  };
  return { directory, clock, stored, release };
};

describe('partners as a process last saw them', () => {
  for (const how of ['get', 'refresh'] as const) {
    it(`are as old as the question, not as its answer (${how})`, async () => {
      const { directory, clock, stored, release } = openDirectory();
      stored.isHolding = true;
      const asked = how === 'get' ? directory.get(acme) : directory.refresh();
      // The process was asleep while the answer waited for it.
      clock.jump(25_000);
      stored.rev = 2;
      stored.isHolding = false;
      release();
      await asked;
      assert.equal((await directory.get(acme))?.rev, 2);
    });
  }

  it('are read once within two seconds, and again when they are asked for afresh', async () => {
    const { directory, clock, stored } = openDirectory();
    await directory.get(acme);
    stored.rev = 2;
    await clock.advance(1_999);
    assert.equal((await directory.get(acme))?.rev, 1);
    assert.equal((await directory.reread(acme))?.rev, 2);
    assert.equal((await directory.get(acme))?.rev, 2);
    assert.equal(stored.reads, 2);
  });
});
