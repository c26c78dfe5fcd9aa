import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { partnerId } from '../../../src/base/ids.js';
import { Problem } from '../../../src/base/problem.js';
import { type PartnerInput, partnerCollection } from '../../../src/webhooks/partners/partner.js';
import { acme, openWorld, partnerInput, type World } from '../world.js';

const worlds: World[] = [];
const begin = async () => {
  const world = await openWorld();
  worlds.push(world);
  return { ...world.openWorker(), world };
};
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const fieldsOf = async (input: PartnerInput): Promise<readonly string[]> => {
  const { partners } = await begin();
  try {
    await partners.save(input);
    return [];
  } catch (error) {
    assert.ok(error instanceof Problem && error.code === 'request_parameter_invalid');
    return error.detail.fields ?? [];
  }
};

const bad: readonly (readonly [string, Partial<PartnerInput>, readonly string[]])[] = [
  ['an id with blanks', { id: 'a b' }, ['id']],
  ['no id and no name', { id: '', name: ' ' }, ['id', 'name']],
  ['an address without a scheme', { base_api_url: 'partner.example' }, ['base_api_url']],
  ['another scheme', { base_api_url: 'ftp://partner.example' }, ['base_api_url']],
  ['credentials in the address', { base_api_url: 'https://a:b@partner.example' }, ['base_api_url']],
  ['a query in the address', { base_api_url: 'https://partner.example/?' }, ['base_api_url']],
  ['a header name with a blank', { auth_header_key: 'X Key' }, ['auth_header_key']],
  ['a header of ours', { auth_header_key: 'Content-Length' }, ['auth_header_key']],
  ['an empty value', { auth_header_value: '' }, ['auth_header_value']],
  ['a value with a line break', { auth_header_value: 'a\r\nb' }, ['auth_header_value']],
  ['a value with a blank at the end', { auth_header_value: 'a ' }, ['auth_header_value']],
  ['a value beyond ASCII', { auth_header_value: 'ключ' }, ['auth_header_value']],
  ['a path without a slash', { create_booking_endpoint: 'created' }, ['create_booking_endpoint']],
  ['a path with a blank', { cancel_booking_endpoint: '/a b' }, ['cancel_booking_endpoint']],
  ['a path with a fragment', { cancel_booking_endpoint: '/a#b' }, ['cancel_booking_endpoint']],
  ['no concurrency', { concurrency: 0 }, ['concurrency']],
  ['half a concurrency', { concurrency: 1.5 }, ['concurrency']],
];

describe('saving a partner', () => {
  for (const [name, changes, fields] of bad) {
    it(`refuses ${name}`, async () => assert.deepEqual(await fieldsOf(partnerInput(changes)), fields));
  }

  it('names every field of an endpoint that is only begun', async () => {
    const input = { id: 'acme', name: 'Acme', create_booking_endpoint: '/created' };
    assert.deepEqual(await fieldsOf(input), ['auth_header_key', 'auth_header_value', 'base_api_url']);
  });

  it('keeps the header’s value sealed and never shows it', async () => {
    const { partners, world } = await begin();
    const shown = await partners.save(partnerInput());
    const stored = await world.database.collection(partnerCollection).findOne({ _id: acme });
    for (const text of [JSON.stringify(shown), JSON.stringify(stored)]) assert.ok(!text.includes('secret-1'));
    assert.ok(stored !== null && partners.headerValue(stored) === 'secret-1');
    assert.ok(!JSON.stringify(shown).includes('Sealed'));
  });

  it('changes what is given and keeps the rest', async () => {
    const { partners } = await begin();
    await partners.save(partnerInput({ base_api_url: 'https://partner.example/api/' }));
    const changed = await partners.save({ id: 'acme', name: 'Acme 2', cancel_booking_endpoint: '' });
    assert.deepEqual(changed.endpoint, {
      authHeaderKey: 'X-Partner-Key',
      baseApiUrl: 'https://partner.example/api',
      createPath: '/created',
      cancelPath: null,
      concurrency: 4,
      previous: null,
    });
    assert.deepEqual([changed.name, changed.rev], ['Acme 2', 2]);
  });

  it('survives two saves at one time', async () => {
    const { partners } = await begin();
    await Promise.all(
      ['a', 'b', 'c'].map((path) => partners.save(partnerInput({ create_booking_endpoint: `/${path}` }))),
    );
    assert.equal((await partners.view(acme)).rev, 3);
  });
});

describe('the notices a partner wants', () => {
  it('are those it has a path for, and none of an unknown partner', async () => {
    const { partners } = await begin();
    await partners.save(partnerInput({ create_booking_endpoint: '' }));
    assert.deepEqual(await partners.noticesWanted(acme), { create: false, cancel: true });
    assert.deepEqual(await partners.noticesWanted(partnerId('nobody')), { create: false, cancel: false });
    await partners.save({ id: 'later', name: 'Later' });
    assert.deepEqual(await partners.noticesWanted(partnerId('later')), { create: false, cancel: false });
  });

  it('are asked of the store once in a while, and a change here counts at once, elsewhere soon', async () => {
    const { partners, calls, world } = await begin();
    await partners.save(partnerInput());
    await partners.noticesWanted(acme);
    const before = calls.length;
    for (let count = 0; count < 100; count += 1) await partners.noticesWanted(acme);
    assert.equal(calls.length, before);
    await partners.save(partnerInput({ create_booking_endpoint: '' }));
    assert.equal((await partners.noticesWanted(acme)).create, false);
    await world.openWorker().partners.save(partnerInput({ create_booking_endpoint: '/again' }));
    await world.clock.advance(2_000);
    assert.equal((await partners.noticesWanted(acme)).create, true);
  });
});

describe('an unknown partner', () => {
  it('is answered by partner_not_found', async () => {
    const { partners } = await begin();
    const nobody = partnerId('nobody');
    const isNotFound = (error: unknown): boolean =>
      error instanceof Problem && error.code === 'partner_not_found';
    await assert.rejects(partners.view(nobody), isNotFound);
    await assert.rejects(partners.pause(nobody, 'why'), isNotFound);
    await assert.rejects(partners.resume(nobody, { resendRefused: true }), isNotFound);
  });
});
