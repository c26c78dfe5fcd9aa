import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Caller } from '../../src/base/caller.js';
import { clientId, customerId, partnerId } from '../../src/base/ids.js';
import { Problem, type ProblemDetail } from '../../src/base/problem.js';
import type { ProblemCode } from '../../src/base/problem-catalogue.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { acme, createDeskClock, type Desk, type DeskClock, type DeskOptions, openDesk } from './desk.js';

export const publicClient: Caller = {
  kind: 'client',
  client: clientId('c3'),
  partner: acme,
  scopes: ['public'],
};
export const otherPartner: Caller = {
  kind: 'client',
  client: clientId('c4'),
  partner: partnerId('other'),
  scopes: ['partner'],
};
export const otherUser: Caller = {
  kind: 'user',
  client: clientId('c2'),
  customer: customerId(99),
  signIn: { id: 's', epoch: 0 },
  partner: undefined,
  scopes: ['public'],
};
export const internal: Caller = {
  kind: 'client',
  client: clientId('c5'),
  partner: undefined,
  scopes: ['internal'],
};

/** Whether an error is that problem, with those fields. */
export const refusal =
  (code: ProblemCode, detail: ProblemDetail = {}) =>
  (error: unknown) => {
    assert.ok(error instanceof Problem, String(error));
    assert.equal(error.code, code);
    if (detail.fields !== undefined) assert.deepEqual(error.detail.fields, detail.fields);
    return true;
  };

export interface Given {
  readonly desk: Desk;
  readonly clock: DeskClock;
}

/** A desk on a fresh database; the clock stands at `noon`. */
export const openGiven = async (context: TestContext, options: Partial<DeskOptions> = {}): Promise<Given> => {
  const database = await openTestDatabase();
  context.after(() => database.close());
  const clock = createDeskClock();
  const desk = openDesk({ database, clock, ...options });
  await database.ensureIndexes();
  return { desk, clock };
};
