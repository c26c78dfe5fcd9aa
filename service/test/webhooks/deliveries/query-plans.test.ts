import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { CollectionSpec, Cursor, Documents, StoredDocument } from '../../../src/base/documents.js';
import { openConnection } from '../../../src/storage/embedded/connection.js';
import { keyExpression } from '../../../src/storage/embedded/path.js';
import { countPlan, type Plan, readPlan } from '../../../src/storage/embedded/read-plan.js';
import { createAttemptStore } from '../../../src/webhooks/deliveries/attempt-store.js';
import { createBacklog } from '../../../src/webhooks/deliveries/backlog.js';
import { createDeliveries } from '../../../src/webhooks/deliveries/deliveries.js';
import {
  type AttemptDocument,
  attemptCollection,
  type DeliveryDocument,
  deliveryCollection,
} from '../../../src/webhooks/deliveries/delivery.js';
import { createDeliveryStore } from '../../../src/webhooks/deliveries/delivery-store.js';
import { createReplayTurns } from '../../../src/webhooks/deliveries/replay-turns.js';
import { createWalkDeliveries } from '../../../src/webhooks/deliveries/walk-deliveries.js';
import { acme } from '../world.js';
import { aDelivery, noon } from './delivery-builder.js';

const none: Cursor<never> = {
  toArray: async () => [],
  close: async () => undefined,
  [Symbol.asyncIterator]: async function* () {},
};

const unused = (): never => assert.fail('not a question');

/** Documents that hold nothing and keep what they are asked; a count says that there is something. */
const createAsked = <T extends StoredDocument>() => {
  const plans: Plan[] = [];
  const asked: Documents<T> = {
    find: (filter, options = {}) => {
      plans.push(readPlan(filter, { ...options }));
      return none;
    },
    findOne: async (filter, options = {}) => {
      plans.push(readPlan(filter, { ...options, limit: 1 }));
      return null;
    },
    countDocuments: async (filter, options = {}) => {
      plans.push(countPlan(filter, { ...options }));
      return 1;
    },
    ...{ insertOne: unused, insertMany: unused, updateOne: unused, updateMany: unused },
    ...{ findOneAndUpdate: unused, deleteOne: unused, deleteMany: unused, bulkWrite: unused },
  };
  return { asked, plans };
};

const connection = openConnection(':memory:');
after(() => connection.close());

const makeTable = <T extends StoredDocument>({ name, indexes }: CollectionSpec<T>): void => {
  connection.exec(`CREATE TABLE ${name} (_id PRIMARY KEY, doc TEXT)`);
  for (const paths of indexes) {
    const columns = [...paths.filter((path) => path !== '_id'), '_id'].map((path) => keyExpression(path));
    connection.exec(`CREATE INDEX "${paths.join()}" ON ${name} (${columns.join(', ')})`);
  }
};

/** How SQLite goes about it: which index, how many of its columns narrow the search, what else it must do. */
const stepsOf = (table: string, { text, values }: Plan): readonly string[] =>
  connection
    .explain(`SELECT doc FROM ${table}${text}`, values)
    .map((step) => step.replaceAll('<expr>', '').replace(`${table} `, ''));

const due = 'SEARCH USING INDEX partner,st,due,_id';
const opened = 'SEARCH USING INDEX partner,st,openedAt,_id';
const token = 'SEARCH USING INDEX partner,tok';

type Ask = (documents: Documents<DeliveryDocument>) => Promise<unknown>;

const serverNow = async () => noon;
const attempts = { range: async () => [] };

const walked = (st: 'open' | 'refused', last?: { readonly at: number; readonly id: string }): Ask => {
  const from = last === undefined ? undefined : { partner: acme, st, last };
  const filter = { partners: [acme], states: [st], since: 1, until: 9 };
  return (documents) => createWalkDeliveries(documents)({ filter, from, limit: 10 });
};

const questions: readonly (readonly [what: string, ask: Ask, steps: readonly string[]])[] = [
  [
    'a backlog',
    (documents) => createBacklog({ documents, serverNow }).of(acme),
    [
      `${opened} (=? AND =?)`,
      `${due} (=? AND =? AND <?)`,
      `${token} (=? AND >? AND <?)`,
      `${opened} (=? AND =?)`,
      `${due} (=? AND =?)`,
    ],
  ],
  ['the first page of what is open', walked('open'), [`${opened} (=? AND =? AND >? AND <?)`]],
  [
    'a later page of what is open',
    walked('open', { at: 5, id: '5:create' }),
    [`${opened} (=? AND =? AND >? AND <?)`],
  ],
  ['the first page of what has ended', walked('refused'), [`${due} (=? AND =? AND >? AND <?)`]],
  [
    'a later page of what has ended',
    walked('refused', { at: 5, id: '5:create' }),
    [`${due} (=? AND =? AND >? AND <?)`],
  ],
  [
    'the end of a replay queue',
    (documents) =>
      createReplayTurns(documents)({ deliveries: [aDelivery()], perSecond: 1, now: noon, isQueued: true }),
    [`${opened} (=? AND =?)`],
  ],
  [
    'what to claim',
    (documents) =>
      createDeliveryStore(documents).claim({ partner: acme, limit: 9, token: 't', now: noon, leaseMs: 1 }),
    [`${due} (=? AND =? AND <?)`],
  ],
  [
    'what was answered 401',
    (documents) => createDeliveries({ documents, attempts, serverNow }).reopenUnauthorised(acme),
    [`${due} (=? AND =? AND >? AND <?)`],
  ],
];

/** With a million deliveries of one partner each of these still reads no more than it answers. */
describe('however many deliveries a partner has', () => {
  makeTable(deliveryCollection);
  makeTable(attemptCollection);

  for (const [what, ask, steps] of questions) {
    it(`${what} is found within an index, in its order`, async () => {
      const { asked, plans } = createAsked<DeliveryDocument>();
      await ask(asked);
      assert.deepEqual(
        plans.flatMap((plan) => stepsOf('deliveries', plan)),
        steps,
      );
    });
  }

  it('so are the last answer and the attempts to trim', async () => {
    const { asked, plans } = createAsked<AttemptDocument>();
    const store = createAttemptStore(asked);
    await store.last(acme);
    await store.trim(acme, noon, 10);
    assert.deepEqual(
      plans.flatMap((plan) => stepsOf('attempts', plan)),
      ['SEARCH USING INDEX partner,at (=?)', 'SEARCH USING INDEX partner,at (=? AND <?)'],
    );
  });
});
