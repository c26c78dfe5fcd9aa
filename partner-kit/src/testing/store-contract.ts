import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Claim, NoticeKey, NoticeStore } from '../stores/store.js';

export interface StoreUnderTest {
  readonly store: NoticeStore;
  /** Makes at least `ms` pass for the store: moves its clock, or waits. */
  readonly advance: (ms: number) => Promise<void> | void;
  readonly close?: () => Promise<void> | void;
}

type Claimed = Extract<Claim, { readonly state: 'claimed' }>;

interface Scene {
  readonly store: NoticeStore;
  readonly advance: (ms: number) => Promise<void> | void;
  readonly create: NoticeKey;
  readonly cancel: NoticeKey;
  /** Claims what must be free. */
  readonly take: (key: NoticeKey) => Promise<Claimed>;
  readonly stateOf: (key: NoticeKey) => Promise<Claim['state']>;
}

type Rule = (scene: Scene) => Promise<void>;

const leaseMs = 500;

const createScene = ({ store, advance }: StoreUnderTest): Scene => {
  // A namespace of its own lets the rules share a database.
  const namespace = randomUUID();
  const take = async (key: NoticeKey): Promise<Claimed> => {
    const claim = await store.claim(key, leaseMs);
    assert.ok(claim.state === 'claimed', `expected to claim, got ${claim.state}`);
    return claim;
  };
  const stateOf = async (key: NoticeKey): Promise<Claim['state']> => (await store.claim(key, leaseMs)).state;
  const create: NoticeKey = { namespace, bookingId: 42, kind: 'create' };
  return { store, advance, create, cancel: { ...create, kind: 'cancel' }, take, stateOf };
};

const claiming: Readonly<Record<string, Rule>> = {
  'is busy while claimed, done once finished': async ({ store, create, take, stateOf }) => {
    const { token } = await take(create);
    assert.equal(await stateOf(create), 'busy');
    assert.equal(await store.done(token), 'ok');
    assert.equal(await stateOf(create), 'done');
  },
  'lets one of many parallel claims win': async ({ store, create }) => {
    const claims = await Promise.all(Array.from({ length: 32 }, () => store.claim(create, leaseMs)));
    const states = claims.map(({ state }) => state);
    assert.equal(states.filter((state) => state === 'claimed').length, 1);
    assert.equal(states.filter((state) => state === 'busy').length, 31);
  },
  'lets one of many parallel claims win after a lease has run out': async ({
    store,
    create,
    take,
    advance,
  }) => {
    await take(create);
    await advance(leaseMs + 1);
    const claims = await Promise.all(Array.from({ length: 32 }, () => store.claim(create, leaseMs)));
    assert.equal(claims.filter(({ state }) => state === 'claimed').length, 1);
  },
  'keeps a cancel waiting while its create is claimed, and the other way round': async (scene) => {
    const { store, create, cancel, take, stateOf } = scene;
    const first = await take(create);
    assert.equal(await stateOf(cancel), 'busy');
    await store.release(first.token);
    await take(cancel);
    assert.equal(await stateOf(create), 'busy');
  },
  'answers done for a finished create while its cancel is claimed': async (scene) => {
    const { store, create, cancel, take, stateOf } = scene;
    await store.done((await take(create)).token);
    await take(cancel);
    assert.equal(await stateOf(create), 'done');
  },
  'tells whether the other kind is finished': async ({ store, create, cancel, take }) => {
    const first = await take(cancel);
    assert.equal(first.isOtherKindDone, false);
    await store.done(first.token);
    assert.equal((await take(create)).isOtherKindDone, true);
  },
  'keeps bookings and namespaces apart': async ({ create, take }) => {
    await take(create);
    await take({ ...create, bookingId: 43 });
    await take({ ...create, namespace: `${create.namespace}-2` });
  },
  'keeps the largest ids apart': async ({ store, create, take, stateOf }) => {
    const largest = { ...create, bookingId: Number.MAX_SAFE_INTEGER };
    await store.done((await take(largest)).token);
    assert.equal(await stateOf(largest), 'done');
    await take({ ...create, bookingId: Number.MAX_SAFE_INTEGER - 1 });
  },
  'gives every claim of a booking a new token and a larger fence': async (scene) => {
    const { store, create, cancel, take } = scene;
    const first = await take(create);
    await store.release(first.token);
    const second = await take(create);
    await store.done(second.token);
    await store.forget(create);
    const third = await take(create);
    await store.done(third.token);
    const fourth = await take(cancel);
    const fences = [first, second, third, fourth].map(({ fence }) => fence);
    assert.ok(
      fences.every((fence, at) => at === 0 || fence > (fences[at - 1] ?? fence)),
      `fences ${fences.join(', ')} grow`,
    );
    assert.equal(new Set([first, second, third, fourth].map(({ token }) => token)).size, 4);
  },
};

const leases: Readonly<Record<string, Rule>> = {
  'frees a claim whose lease has run out': async ({ create, take, stateOf, advance }) => {
    await take(create);
    await advance(leaseMs + 1);
    assert.equal(await stateOf(create), 'claimed');
  },
  'holds a claim that is renewed': async ({ store, create, take, stateOf, advance }) => {
    const { token } = await take(create);
    await advance(leaseMs * 0.8);
    assert.equal(await store.renew(token, leaseMs * 4), 'ok');
    await advance(leaseMs * 1.5);
    assert.equal(await stateOf(create), 'busy');
  },
  'lets the owner renew and finish after its lease ran out, if nobody else came': async (scene) => {
    const { store, create, take, stateOf, advance } = scene;
    const { token } = await take(create);
    await advance(leaseMs + 1);
    assert.equal(await store.renew(token, leaseMs), 'ok');
    assert.equal(await stateOf(create), 'busy');
    await advance(leaseMs + 1);
    assert.equal(await store.done(token), 'ok');
    assert.equal(await stateOf(create), 'done');
  },
  'tells the old owner that the claim is lost, and lets it change nothing': async (scene) => {
    const { store, create, take, stateOf, advance } = scene;
    const old = await take(create);
    await advance(leaseMs + 1);
    const current = await take(create);
    assert.equal(await store.renew(old.token, leaseMs), 'lost');
    assert.equal(await store.release(old.token), 'lost');
    assert.equal(await store.done(old.token), 'lost');
    assert.equal(await stateOf(create), 'busy');
    assert.equal(await store.done(current.token), 'ok');
  },
  'loses a create claim to a cancel after the lease, too': async ({
    store,
    create,
    cancel,
    take,
    advance,
  }) => {
    const old = await take(create);
    await advance(leaseMs + 1);
    await take(cancel);
    assert.equal(await store.done(old.token), 'lost');
  },
};

const endings: Readonly<Record<string, Rule>> = {
  'frees a released claim at once': async ({ store, create, take }) => {
    const { token } = await take(create);
    assert.equal(await store.release(token), 'ok');
    assert.equal(await store.done(token), 'lost');
    await take(create);
  },
  'answers a repeated done with ok': async ({ store, create, cancel, take }) => {
    const { token } = await take(create);
    assert.equal(await store.done(token), 'ok');
    assert.equal(await store.done(token), 'ok');
    await take(cancel);
    assert.equal(await store.done(token), 'ok', 'also while the cancel is claimed');
  },
  'never undoes done by release or renew': async ({ store, create, take, stateOf, advance }) => {
    const { token } = await take(create);
    await store.done(token);
    assert.equal(await store.release(token), 'lost');
    assert.equal(await store.renew(token, leaseMs), 'lost');
    await advance(leaseMs * 4);
    assert.equal(await stateOf(create), 'done');
  },
  'knows no foreign token': async ({ store }) => {
    for (const token of ['', 'x', '["n",42,"create","x"]', '[]']) {
      assert.equal(await store.renew(token, leaseMs), 'lost');
      assert.equal(await store.done(token), 'lost');
      assert.equal(await store.release(token), 'lost');
    }
  },
  'forgets one finished kind, and leaves the other': async ({ store, create, cancel, take, stateOf }) => {
    await store.done((await take(create)).token);
    await store.done((await take(cancel)).token);
    await store.forget(create);
    assert.equal(await stateOf(cancel), 'done');
    assert.equal((await take(create)).isOtherKindDone, true);
  },
  'leaves a running claim alone when forgetting': async ({ store, create, take, stateOf }) => {
    const { token } = await take(create);
    await store.forget(create);
    assert.equal(await stateOf(create), 'busy');
    assert.equal(await store.done(token), 'ok');
    await store.forget({ ...create, bookingId: 43 });
  },
};

/**
 * Registers the tests of the `NoticeStore` contract with `node:test`; `open` gives each test a store.
 * @example storeContract('my store', async () => ({ store: await openMyStore(), advance: (ms) => setTimeout(ms) }))
 */
export const storeContract = (name: string, open: () => Promise<StoreUnderTest> | StoreUnderTest): void => {
  const groups = { claim: claiming, lease: leases, 'done, release, forget': endings };
  for (const [group, rules] of Object.entries(groups))
    describe(`${name}: ${group}`, () => {
      for (const [rule, check] of Object.entries(rules))
        it(rule, async () => {
          const opened = await open();
          try {
            await check(createScene(opened));
          } finally {
            await opened.close?.();
          }
        });
    });
};
