import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { type PartnerId, partnerId } from '../../../src/base/ids.js';
import { Problem } from '../../../src/base/problem.js';
import { type PartnerDocument, partnerCollection } from '../../../src/webhooks/partners/partner.js';
import type { Partners } from '../../../src/webhooks/partners/partners.js';
import { begin, endAll, hour } from '../running.js';
import { acme } from '../world.js';

afterEach(endAll);

const fresh = async (partners: Partners, id: PartnerId = acme): Promise<PartnerDocument> => {
  partners.forget(id);
  const partner = await partners.get(id);
  assert.ok(partner !== undefined);
  return partner;
};

/** The two values that may be sent now. */
const values = async (partners: Partners): Promise<readonly (string | undefined)[]> => {
  const partner = await fresh(partners);
  return [partners.headerValue(partner), partners.previousHeaderValue(partner)];
};

const isProblem =
  (code: string) =>
  (error: unknown): boolean =>
    error instanceof Problem && error.code === code;

describe('rotating a header', () => {
  it('sends the new value, and keeps the old one alive for as long as was said', async () => {
    const { worker, clock, database } = await begin();
    const { partners } = worker;
    await partners.rotate(acme, 'secret-2', hour);
    assert.deepEqual(await values(partners), ['secret-2', 'secret-1']);
    const stored = JSON.stringify(await database.collection(partnerCollection).findOne({ _id: acme }));
    assert.doesNotMatch(stored, /secret-\d/);
    await clock.advance(hour - 1);
    assert.deepEqual(await values(partners), ['secret-2', 'secret-1']);
    await clock.advance(1);
    assert.deepEqual(await values(partners), ['secret-2', undefined]);
  });

  it('leaves the endpoint live', async () => {
    const { worker } = await begin();
    assert.notEqual((await worker.partners.rotate(acme, 'secret-2', hour)).live, null);
  });

  it('keeps nothing alive without an overlap', async () => {
    const { worker } = await begin();
    await worker.partners.rotate(acme, 'secret-2', 0);
    assert.deepEqual(await values(worker.partners), ['secret-2', undefined]);
  });

  it('does nothing when it is asked for the same value again', async () => {
    const { worker, clock } = await begin();
    const first = await worker.partners.rotate(acme, 'secret-2', hour);
    await clock.advance(1_000);
    assert.deepEqual(await worker.partners.rotate(acme, 'secret-2', hour), first);
    assert.deepEqual(await values(worker.partners), ['secret-2', 'secret-1']);
  });

  it('is refused while an older value is alive, and no longer once that is over or revoked', async () => {
    const { worker, clock } = await begin();
    const { partners } = worker;
    await partners.rotate(acme, 'secret-2', hour);
    await assert.rejects(partners.rotate(acme, 'secret-3', hour), isProblem('partner_rotation_conflict'));
    assert.deepEqual(await values(partners), ['secret-2', 'secret-1']);
    await partners.revokePrevious(acme);
    assert.deepEqual(await values(partners), ['secret-2', undefined]);
    await partners.rotate(acme, 'secret-3', hour);
    await clock.advance(hour);
    await partners.rotate(acme, 'secret-4', hour);
    assert.deepEqual(await values(partners), ['secret-4', 'secret-3']);
  });

  it('is ended by a value that is set', async () => {
    const { worker } = await begin();
    await worker.partners.rotate(acme, 'secret-2', hour);
    await worker.partners.save({ id: 'acme', auth_header_value: 'secret-2', name: 'Acme 2' });
    assert.deepEqual(await values(worker.partners), ['secret-2', 'secret-1']);
    await worker.partners.save({ id: 'acme', auth_header_value: 'secret-3' });
    assert.deepEqual(await values(worker.partners), ['secret-3', undefined]);
  });

  it('refuses what is no header value, and who has no header', async () => {
    const { worker } = await begin();
    const { partners } = worker;
    await assert.rejects(partners.rotate(acme, 'a\nb', hour), isProblem('request_parameter_invalid'));
    await assert.rejects(partners.rotate(partnerId('nobody'), 'a', hour), isProblem('partner_not_found'));
    await partners.save({ id: 'bare' });
    await assert.rejects(
      partners.rotate(partnerId('bare'), 'a', hour),
      isProblem('partner_endpoint_missing'),
    );
    await assert.rejects(partners.revokePrevious(partnerId('bare')), isProblem('partner_endpoint_missing'));
  });
});

describe('the uses of an old value', () => {
  it('are counted, those that come at once in few writes', async () => {
    const { worker, clock } = await begin();
    const { partners, calls } = worker;
    await partners.rotate(acme, 'secret-2', hour);
    const partner = await fresh(partners);
    const before = calls.length;
    await Promise.all(Array.from({ length: 50 }, () => partners.notePreviousUsed(partner)));
    assert.equal(calls.length - before, 1);
    const at = clock.now();
    assert.deepEqual(
      [(await partners.view(acme)).endpoint?.previous],
      [{ until: at + hour, uses: 50, lastUsedAt: at }],
    );
  });

  it('are not counted for a later rotation', async () => {
    const { worker } = await begin();
    const { partners } = worker;
    await partners.rotate(acme, 'secret-2', hour);
    const before = await fresh(partners);
    await partners.revokePrevious(acme);
    await partners.notePreviousUsed(before);
    assert.equal((await partners.view(acme)).endpoint?.previous, null);
    await partners.rotate(acme, 'secret-3', hour);
    await partners.notePreviousUsed(before);
    assert.equal((await partners.view(acme)).endpoint?.previous?.uses, 0);
  });

  it('are not lost when the partner is renamed meanwhile', async () => {
    const { worker, openAnother } = await begin();
    const { partners } = worker;
    await partners.rotate(acme, 'secret-2', hour);
    const partner = await fresh(partners);
    const renaming = openAnother({
      hooks: {
        before: async ({ method }) => {
          if (method === 'updateOne') await partners.notePreviousUsed(partner);
        },
      },
    });
    await renaming.partners.save({ id: 'acme', name: 'Acme 2', concurrency: 9 });
    const { name, endpoint } = await partners.view(acme);
    assert.deepEqual([name, endpoint?.concurrency, endpoint?.previous?.uses], ['Acme 2', 9, 1]);
  });
});
