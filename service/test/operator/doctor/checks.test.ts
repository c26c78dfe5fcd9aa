import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayMs, hourMs, minuteMs } from '../../../src/base/durations.js';
import { bookingId, partnerId } from '../../../src/base/ids.js';
import { jobCollection } from '../../../src/jobs/job-document.js';
import { type PresenceDocument, presenceCollection } from '../../../src/jobs/presence.js';
import { checkClock } from '../../../src/operator/doctor/checks/clock.js';
import { checkDatabase, type DatabaseCheckOptions } from '../../../src/operator/doctor/checks/database.js';
import { checkDisk } from '../../../src/operator/doctor/checks/disk.js';
import { checkIndexes } from '../../../src/operator/doctor/checks/indexes.js';
import { checkJobs } from '../../../src/operator/doctor/checks/jobs.js';
import { checkOutboxes } from '../../../src/operator/doctor/checks/outboxes.js';
import { checkBacklog } from '../../../src/operator/doctor/checks/partner-backlog.js';
import { checkReach } from '../../../src/operator/doctor/checks/partner-reach.js';
import { checkPartnerState } from '../../../src/operator/doctor/checks/partner-state.js';
import { checkProcesses } from '../../../src/operator/doctor/checks/processes.js';
import { checkUpgrades } from '../../../src/operator/doctor/checks/upgrades.js';
import type { Check } from '../../../src/operator/doctor/finding.js';
import { probeCollection } from '../../../src/operator/doctor/probe-document.js';
import type { Probe } from '../../../src/outbound/probe.js';
import type { PartnerBacklog } from '../../../src/webhooks/deliveries/backlog.js';
import { newPartner, type Partner } from '../../../src/webhooks/partners/partner.js';
import { openTestDatabase } from '../../storage/open-test-database.js';

const now = Date.UTC(2026, 10, 21, 12);
const at = () => now;

/** What a check says, one line a finding. */
const said = async ({ run }: Check): Promise<readonly string[]> =>
  (await run()).map(({ verdict, seen }) => `${verdict}: ${seen}`);

const says = async (check: Check, ...expected: readonly RegExp[]): Promise<void> => {
  const lines = await said(check);
  assert.equal(lines.length, expected.length, lines.join('\n'));
  for (const [index, line] of lines.entries()) assert.match(line, expected[index] ?? /never/);
};

const partner = (change: Partial<Partner> = {}): Partner => ({
  ...newPartner,
  _id: partnerId('acme'),
  name: 'Acme',
  live: { at: now - dayMs, by: 'self-test' },
  endpoint: {
    authHeaderKey: 'X-Key',
    previous: null,
    baseApiUrl: 'https://acme.example',
    createPath: '/c',
    cancelPath: null,
    concurrency: 8,
  },
  createdAt: 0,
  updatedAt: 0,
  ...change,
});

describe('the doctor', () => {
  it('database: engine, latency and a real write', async (t) => {
    const database = await openTestDatabase();
    t.after(database.close);
    const documents = database.collection(probeCollection);
    // A class of the driver's cannot be spread.
    const probes: DatabaseCheckOptions['probes'] = {
      insertOne: (document) => documents.insertOne(document),
      findOne: (filter) => documents.findOne(filter),
      deleteOne: (filter) => documents.deleteOne(filter),
    };
    const options = { database, probes, randomHex: () => 'probe', now: at };
    const lines = await said(checkDatabase(options));
    assert.equal(lines.length, 3);
    assert.match(
      lines.join('\n'),
      /answers within less than 1 ms[\s\S]*written in less than 1 ms, read back and deleted/,
    );
    assert.equal(await probes.findOne({ _id: 'probe' }), null);
    const full = {
      ...probes,
      insertOne: async () => Promise.reject(new Error('database or disk is full')),
    };
    const third = (await said(checkDatabase({ ...options, probes: full })))[2];
    assert.match(third ?? '', /^fault: nothing can be written: database or disk is full/);
    const gone = { ...database, ping: async () => Promise.reject(new Error('ECONNREFUSED')) };
    await says(checkDatabase({ ...options, database: gone }), /^fault: it does not answer: ECONNREFUSED/);
    const slow = { ...probes, findOne: async () => null };
    const unread = (await said(checkDatabase({ ...options, probes: slow })))[2];
    assert.match(unread ?? '', /^fault: .* could not be read back/);
  });

  const server = { server: 'MongoDB 7', sizeBytes: 1, isReplicated: true } as const;
  it('indexes: missing and stray ones by name', async () => {
    const inspect = (missingIndexes: string[], strayIndexes: string[]) => async () => ({
      ...server,
      missingIndexes,
      strayIndexes,
    });
    await says(checkIndexes({ inspect: inspect([], []) }), /^ok/);
    await says(
      checkIndexes({ inspect: inspect(['deliveries(partner,tok)'], ['bookings(name)']) }),
      /^fault: deliveries\(partner,tok\) is missing/,
      /^warning: bookings\(name\) is declared by nobody/,
    );
  });

  for (const { skewMs, verdict } of [
    { skewMs: 0, verdict: 'ok' },
    { skewMs: -1_000, verdict: 'ok' },
    { skewMs: 1_500, verdict: 'warning' },
    { skewMs: -60_000, verdict: 'fault' },
  ]) {
    it(`clock: ${skewMs} ms off the database's is ${verdict}`, async () => {
      const database = { engine: 'mongodb' as const, serverNow: async () => now - skewMs };
      await says(checkClock({ database, realNow: at, offsetMs: () => 0 }), new RegExp(`^${verdict}: `));
    });
  }

  it('upgrade steps: those that were not made', async () => {
    await says(
      checkUpgrades(async () => []),
      /^ok/,
    );
    await says(
      checkUpgrades(async () => ['partners: live']),
      /^warning: "partners: live" has not been made/,
    );
  });

  for (const { free, holds, verdict } of [
    { free: 5e9, holds: 1e9, verdict: 'ok' },
    { free: 9e8, holds: 1e6, verdict: 'warning' },
    { free: 5e9, holds: 6e9, verdict: 'warning' },
    { free: 2e8, holds: 1, verdict: 'fault' },
  ]) {
    it(`disk: ${free / 1e9} GB free beside ${holds / 1e9} GB of data is ${verdict}`, async () => {
      const folder = {
        path: '/data',
        freeBytes: async () => free,
        holdsBytes: async () => holds,
        tryWriting: async () => undefined,
      };
      await says(checkDisk([folder]), new RegExp(`^${verdict}: .* free where /data is`));
      const readOnly = { ...folder, tryWriting: async () => Promise.reject(new Error('EROFS')) };
      await says(checkDisk([readOnly]), /free/, /^fault: nothing can be written to \/data: EROFS/);
    });
  }

  const present = (change: Partial<PresenceDocument>): PresenceDocument => ({
    ...{ _id: 'p', mode: 'worker', host: 'h', pid: 1, startedAt: now - hourMs, seenAt: now, skewMs: 0 },
    sweptAt: now - 1_000,
    ...change,
  });
  const processRows: readonly [string, readonly PresenceDocument[], ...RegExp[]][] = [
    ['none', [], /^fault: no process runs/],
    ['an api alone', [present({ mode: 'api', sweptAt: null })], /^fault: no worker runs/],
    ['a worker long gone', [present({ seenAt: now - hourMs })], /^fault: no process runs/],
    ['a worker', [present({})], /^ok: sending notices: 1$/],
    [
      'one that is stuck',
      [present({ sweptAt: now - 5 * minuteMs })],
      /^ok/,
      /^fault: worker 1 on h has not looked for notices for 5 min/,
    ],
    ['one that never looked', [present({ sweptAt: null })], /^ok/, /^fault: .* for 1 h/],
    [
      'one with a wrong clock',
      [present({ skewMs: 4_000 })],
      /^ok/,
      /^warning: the clock of worker 1 on h is 4 s ahead/,
    ],
  ];
  for (const [title, processes, ...expected] of processRows) {
    it(`processes: ${title}`, async (t) => {
      const database = await openTestDatabase();
      t.after(database.close);
      const documents = database.collection(presenceCollection);
      for (const process of processes) await documents.insertOne(process);
      const clocked = { serverNow: async () => now };
      await says(checkProcesses({ database: clocked, processes: documents, isStopped: false }), ...expected);
    });
  }

  it('recurring jobs: overdue ones by name, where somebody should ring them', async (t) => {
    const database = await openTestDatabase();
    t.after(database.close);
    const [documents, processes] = [
      database.collection(jobCollection),
      database.collection(presenceCollection),
    ];
    const check = checkJobs({ documents, processes, database: { serverNow: async () => now }, realNow: at });
    await says(check, /^ok: not looked at/);
    await processes.insertOne(present({}));
    await says(check, /^warning: none was ever set up/);
    const job = {
      ...{ priority: 0, repeatInterval: 5_000, lockedAt: null, lastRunAt: null, lastFinishedAt: null },
      ...{ failedAt: null, failCount: 0, failReason: null, lastModifiedBy: null },
    };
    await documents.insertOne({ ...job, _id: 'janitor', name: 'janitor', nextRunAt: now - 30_000 });
    await says(check, /^ok: 1, none overdue/);
    await documents.insertOne({ ...job, _id: 'dispatch', name: 'dispatch', nextRunAt: now - hourMs });
    await says(check, /^fault: "dispatch" is 1 h overdue/);
  });

  it('outboxes: the oldest that nobody carries out', async () => {
    const check = (outAt: number | undefined) =>
      checkOutboxes({
        bookings: {
          due: async () => (outAt === undefined ? [] : [{ _id: bookingId(42), outAt }]),
          countDue: async () => 3,
        },
        now: at,
      });
    await says(check(undefined), /^ok/);
    await says(check(now - 1_000), /^ok/);
    await says(check(now - 2 * minuteMs), /^warning: 3 bookings owe .* the oldest, 42, for 2 min/);
    await says(check(now - hourMs), /^fault/);
  });

  const previous = { until: now + hourMs, uses: 7, lastUsedAt: now - minuteMs };
  const { endpoint } = partner();
  const stateRows: readonly [string, Partial<Partner>, ...RegExp[]][] = [
    ['live', {}, /^ok: live/],
    ['without an endpoint', { endpoint: null }, /^warning: it has no endpoint/],
    ['off', { live: null }, /^warning: its endpoint is off/],
    [
      'paused by a person',
      { paused: 'by hand', pausedAt: now - hourMs },
      /^warning: paused for 1 h \(by hand\)/,
    ],
    [
      'paused by 401s',
      { paused: 'unauthorised', pausedAt: now, unauthorisedInRow: 3 },
      /^fault: .* answers 401/,
    ],
    ['401s in a row', { unauthorisedInRow: 2 }, /^warning: it answered 401 to the last 2/],
    [
      'its breaker open',
      {
        breaker: { ...newPartner.breaker, st: 'open', until: now + 30_000, failures: 10, reason: 'timeout' },
      },
      /^warning: its breaker is open \(timeout\): .* tried again in 30 s/,
    ],
    [
      'the old header still used',
      { endpoint: endpoint && { ...endpoint, previous } },
      /^warning: it still took the old header value 1 min ago \(7 times so far\), which ends in 1 h/,
    ],
    [
      'the old header unused',
      { endpoint: endpoint && { ...endpoint, previous: { ...previous, uses: 0, lastUsedAt: null } } },
      /^ok: the header value before is unused/,
    ],
  ];
  for (const [title, change, ...expected] of stateRows) {
    it(`a partner ${title}`, () => says(checkPartnerState(partner(change), at), ...expected));
  }

  const empty: PartnerBacklog = {
    ...{ partner: partnerId('acme'), open: 0, due: 0, inFlight: 0 },
    ...{ oldestOpenedAt: undefined, nextDueAt: undefined },
  };
  const none = { open: 0, delivered: 9, refused: 0, unauthorised: 0, abandoned: 0, skipped: 0 };
  const waiting = (ageMs: number) => ({ ...empty, open: 2, oldestOpenedAt: now - ageMs, nextDueAt: now + 1 });
  const backlogRows: readonly [
    string,
    Partial<Partner>,
    PartnerBacklog,
    Partial<typeof none>,
    ...RegExp[],
  ][] = [
    ['empty', {}, empty, {}, /^ok: nothing waits/],
    ['young', {}, waiting(minuteMs), {}, /^ok: 2 notices wait, the oldest for 1 min/],
    ['old', {}, waiting(hourMs), {}, /^warning: 2 notices wait/],
    ['very old', {}, waiting(dayMs), {}, /^fault: 2 notices wait, the oldest for 1 d/],
    [
      'taken by nobody',
      {},
      { ...waiting(minuteMs), nextDueAt: now - 5 * minuteMs },
      {},
      /^ok/,
      /^fault: .* due for 5 min and no worker takes it/,
    ],
    ['of a paused one', { paused: 'x' }, { ...waiting(minuteMs), nextDueAt: now - 5 * minuteMs }, {}, /^ok/],
    [
      'with endings',
      {},
      empty,
      { unauthorised: 1, refused: 10_000, abandoned: 2 },
      /^ok/,
      /^warning: 1 notice answered 401/,
      /^warning: 10000 or more notices refused/,
      /^warning: 2 notices given up/,
    ],
  ];
  for (const [title, change, backlog, counts, ...expected] of backlogRows) {
    it(`a backlog, ${title}`, () =>
      says(
        checkBacklog(partner(change), {
          backlogOf: async () => backlog,
          countsOf: async () => ({ ...none, ...counts }),
          now: at,
        }),
        ...expected,
      ));
  }

  const [inside, outside] = [
    { address: '10.0.0.1', isAllowed: false },
    { address: '192.0.2.1', isAllowed: true },
  ];
  const reached: Probe = { addresses: [outside], durationMs: 12 };
  const failed = (reason: 'dns' | 'blocked_address' | 'timeout' | 'tls'): Probe => ({
    ...reached,
    failure: { reason, detail: `${reason} it is` },
  });
  const reachRows: readonly [string, Probe, ...RegExp[]][] = [
    ['reached', reached, /^ok: acme.example \(192.0.2.1\) takes connections within 12 ms/],
    ['with a good certificate', { ...reached, certificateEndsAt: now + 90 * dayMs }, /^ok: .*good for 90 d/],
    [
      'with one that ends soon',
      { ...reached, certificateEndsAt: now + 3 * dayMs },
      /^ok/,
      /^warning: its certificate ends in 3 d/,
    ],
    ['half of it private', { ...reached, addresses: [inside, outside] }, /^ok/, /^warning: .* not allowed/],
    [
      'private',
      { ...failed('blocked_address'), addresses: [inside] },
      /^fault: .*10.0.0.1 \(not allowed\)\) cannot be reached/,
    ],
    [
      'unknown by name',
      { ...failed('dns'), addresses: [] },
      /^fault: acme.example cannot be reached: dns it is/,
    ],
    ['silent', failed('timeout'), /^fault/],
    ['badly certified', failed('tls'), /^fault/],
  ];
  for (const [title, probe, ...expected] of reachRows) {
    it(`a partner's address, ${title}`, () =>
      says(checkReach(partner(), { probe: async () => probe, now: at }), ...expected));
  }
});
