import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  createMemoryStore,
  createSqlStore,
  type NoticeKey,
  type NoticeKind,
  type NoticeStore,
} from '../../src/index.js';
import { openSqlite } from '../support/sqlite.js';

/** A step of a history; `holder` picks one of the claims made so far. */
type Step =
  | { readonly do: 'claim' | 'forget'; readonly kind: NoticeKind; readonly bookingId: number }
  | { readonly do: 'renew' | 'done' | 'release'; readonly holder: number }
  | { readonly do: 'wait'; readonly ms: number };

const leaseMs = 100;
const kind = fc.constantFrom<NoticeKind>('create', 'cancel');
const bookingId = fc.integer({ min: 1, max: 2 });
const holder = fc.nat({ max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('claim' as const), kind, bookingId }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('forget' as const), kind, bookingId }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('renew', 'done', 'release'), holder }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 60, 100, 101) }),
  },
);

interface Grant {
  readonly key: NoticeKey;
  readonly token: string;
  readonly fence: number;
}

/** The contract once more, as plainly as it can be said. */
const createModel = () => {
  const done = new Map<string, Grant>();
  const claims = new Map<number, { readonly grant: Grant; readonly until: number }>();
  const name = (key: NoticeKey): string => `${key.bookingId} ${key.kind}`;
  return {
    expected: (key: NoticeKey, now: number): 'done' | 'busy' | 'claimed' => {
      if (done.has(name(key))) return 'done';
      return (claims.get(key.bookingId)?.until ?? now) > now ? 'busy' : 'claimed';
    },
    isDone: (key: NoticeKey): boolean => done.has(name(key)),
    grant: (grant: Grant, now: number): void => {
      claims.set(grant.key.bookingId, { grant, until: now + leaseMs });
    },
    holds: (grant: Grant): boolean => claims.get(grant.key.bookingId)?.grant === grant,
    free: (grant: Grant): void => void claims.delete(grant.key.bookingId),
    finish: (grant: Grant): void => void done.set(name(grant.key), grant),
    finishedBy: (grant: Grant): boolean => done.get(name(grant.key)) === grant,
    forget: (key: NoticeKey): void => void done.delete(name(key)),
  };
};

const other = (key: NoticeKey): NoticeKey => ({ ...key, kind: key.kind === 'create' ? 'cancel' : 'create' });

/** Runs a history on a store and on the model, and compares every answer. */
const runHistory = async (
  steps: readonly Step[],
  store: NoticeStore,
  time: { now: number },
): Promise<void> => {
  const model = createModel();
  const grants: Grant[] = [];

  const claim = async (key: NoticeKey): Promise<void> => {
    const result = await store.claim(key, leaseMs);
    assert.equal(result.state, model.expected(key, time.now));
    if (result.state !== 'claimed') return;
    assert.equal(result.isOtherKindDone, model.isDone(other(key)));
    const last = grants.findLast((grant) => grant.key.bookingId === key.bookingId);
    assert.ok(result.fence > (last?.fence ?? 0));
    const grant = { key, token: result.token, fence: result.fence };
    grants.push(grant);
    model.grant(grant, time.now);
  };

  const change = async (what: 'renew' | 'done' | 'release', grant: Grant): Promise<void> => {
    const held = model.holds(grant);
    const repeated = what === 'done' && model.finishedBy(grant);
    assert.equal(await store[what](grant.token, leaseMs), held || repeated ? 'ok' : 'lost', what);
    if (!held) return;
    if (what === 'renew') return model.grant(grant, time.now);
    if (what === 'done') model.finish(grant);
    model.free(grant);
  };

  for (const each of steps) {
    if (each.do === 'wait') time.now += each.ms;
    else if ('holder' in each) {
      const grant = grants.at(-1 - each.holder);
      if (grant) await change(each.do, grant);
    } else {
      const key = { namespace: 'n', bookingId: each.bookingId, kind: each.kind };
      if (each.do === 'claim') await claim(key);
      else {
        await store.forget(key);
        model.forget(key);
      }
    }
  }
};

const history = fc.array(step, { maxLength: 40 });
const runs = process.env['PARKING_TEST_LONG'] ? 20_000 : 400;

describe('any history of a store', () => {
  it('is what the contract says: memory', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const time = { now: 1_000 };
        await runHistory(steps, createMemoryStore({ clock: { now: () => time.now } }), time);
      }),
      { numRuns: runs },
    );
  });

  it('is what the contract says: SQL on SQLite', async () => {
    const sqlite = openSqlite(':memory:');
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const time = { now: 1_000 };
        const store = createSqlStore({ query: sqlite.query, clock: { now: () => time.now } });
        await sqlite.query('DROP TABLE IF EXISTS parking_notices', []);
        await store.createTable();
        await runHistory(steps, store, time);
      }),
      { numRuns: runs / 2 },
    );
    sqlite.close();
  });
});
