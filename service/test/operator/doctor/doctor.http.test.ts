import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '../../../src/base/clock.js';
import { partnerId } from '../../../src/base/ids.js';
import { createDoctor, type Doctor, type DoctorOptions } from '../../../src/operator/doctor/create-doctor.js';
import { type Check, fault, ok, warning } from '../../../src/operator/doctor/finding.js';
import { createDoctorRows } from '../../../src/operator/rows/doctor-rows.js';
import { newPartner } from '../../../src/webhooks/partners/partner.js';
import { startServer } from '../../http/harness.js';
import { createFakeClock } from '../../support/fake-clock.js';
import { type CommandLine, openCommandLine } from '../run-command.js';

const check = (name: string, run: Check['run']): Check => ({ name, run });
const fine = (name: string): Check => check(name, async () => [ok('fine')]);
const hanging = (name: string): Check => check(name, () => new Promise(() => undefined));

const partners = ['a', 'b'].map((id) => ({
  ...newPartner,
  _id: partnerId(id),
  name: id,
  endpoint: null,
  createdAt: 0,
  updatedAt: 0,
}));

const doctor = (change: Partial<DoctorOptions> = {}): Doctor =>
  createDoctor({
    first: [fine('configuration')],
    database: fine('database'),
    rest: [fine('clock')],
    partners: async () => partners,
    checksOf: ({ _id }) => [{ ...fine('reach'), about: _id }],
    clock: systemClock,
    by: 'service',
    ...change,
  });

const lines = async ({ examine }: Doctor, partner?: string): Promise<readonly string[]> =>
  (await examine(partner)).checks.map(({ check: name, about, status }) =>
    [name, about, status].filter((part) => part !== null).join(' '),
  );

describe('the doctor’s round', () => {
  it('asks everything, in an order of its own', async () => {
    assert.deepEqual(await lines(doctor()), [
      'configuration ok',
      'database ok',
      'clock ok',
      'reach a ok',
      'reach b ok',
    ]);
    assert.deepEqual((await lines(doctor(), 'b')).slice(3), ['reach b ok']);
    assert.deepEqual((await lines(doctor(), 'c')).slice(2), ['partners warning', 'clock ok']);
  });

  it('asks nothing of a database that does not answer', async () => {
    const database = check('database', async () => [fault('gone', 'start it')]);
    const partners = async () => assert.fail('asked');
    assert.deepEqual(await lines(doctor({ database, partners })), [
      'configuration ok',
      'database fault',
      'everything else warning',
    ]);
  });

  it('is never held up: what hangs is named, and the rest is said', async () => {
    const clock = createFakeClock();
    const asked = lines(
      doctor({
        clock,
        rest: [hanging('clock'), fine('indexes')],
        checksOf: ({ _id }) => [{ ...hanging('reach'), about: _id }],
      }),
    );
    await clock.settle();
    await clock.advance(10_000);
    assert.deepEqual((await asked).slice(2), ['clock fault', 'indexes ok', 'reach a fault', 'reach b fault']);
  });

  it('a thousand partners that all hang end with the time for the whole round', async () => {
    const clock = createFakeClock();
    const begunAt = clock.now();
    const many = Array.from({ length: 1_000 }, () => partners[0]).flatMap((partner) => partner ?? []);
    let begun = 0;
    const examined = doctor({
      clock,
      partners: async () => many,
      checksOf: () => [
        check('reach', () => {
          begun += 1;
          return new Promise(() => undefined);
        }),
      ],
    }).examine();
    let isOver = false;
    void examined.then(() => {
      isOver = true;
    });
    await clock.settle();
    await clock.runUntil(() => isOver, 120_000);
    assert.ok(clock.now() - begunAt <= 70_000);
    assert.ok(begun < 100);
    assert.equal((await examined).checks.filter(({ check: name }) => name === 'reach').length, 1_000);
  });

  it('a check that throws is a fault of its own', async () => {
    const broken = check('clock', () => {
      throw new Error('a bug');
    });
    const { checks } = await doctor({ rest: [broken] }).examine();
    assert.match(
      checks.find(({ check: name }) => name === 'clock')?.seen ?? '',
      /could not be looked at: a bug/,
    );
  });

  it('those who ask at the same time share one', async () => {
    let rounds = 0;
    const counting = check('clock', async () => {
      rounds += 1;
      return [ok('fine')];
    });
    const { examine } = doctor({ rest: [counting] });
    await Promise.all([examine(), examine(), examine()]);
    assert.equal(rounds, 1);
    await examine();
    assert.equal(rounds, 2);
  });
});

describe('GET /operator/v1/doctor and parking-service doctor', () => {
  let verdict: 'ok' | 'warning' | 'fault' = 'ok';
  let server: Awaited<ReturnType<typeof startServer>>;
  let commands: CommandLine;
  const findings = {
    ok: ok('fine'),
    warning: warning('an oddity', 'look at it'),
    fault: fault('a trouble', 'mend it'),
  };
  before(async () => {
    const examined = doctor({ rest: [check('clock', async () => [findings[verdict]])] });
    const rows = createDoctorRows(examined);
    server = await startServer({ mounts: [{ prefix: '/operator/v1', version: 'v4', rows }] });
    commands = openCommandLine(server.url);
  });
  after(async () => {
    commands.close();
    await server.close();
  });

  it('is the operator’s alone', async () => {
    assert.equal((await server.send('/operator/v1/doctor', { method: 'GET' })).status, 401);
  });

  for (const [status, code] of [
    ['ok', 0],
    ['warning', 0],
    ['fault', 1],
  ] as const) {
    it(`exit code ${code} for ${status}, in a table and as JSON`, async () => {
      verdict = status;
      const told = await commands.run(['doctor', '--json']);
      assert.equal(told.code, code);
      const { seen, advice } = findings[status];
      const answer: unknown = JSON.parse(told.out);
      assert.ok(
        typeof answer === 'object' && answer !== null && 'status' in answer && answer.status === status,
      );
      const shown = await commands.run(['doctor']);
      assert.equal(shown.code, code);
      assert.ok(shown.out.includes(seen));
      assert.equal(shown.out.includes('What to do'), advice !== undefined);
      if (advice !== undefined) assert.match(shown.out, new RegExp(`${status} +clock: ${advice}`));
    });
  }

  it('--after-restore is refused while a service runs', async () => {
    const { code, out, err } = await commands.run(['doctor', '--after-restore']);
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /Stop every process/);
  });

  it('where no service runs it looks by itself, and closes what it opened', async () => {
    let stops = 0;
    const report = await doctor({ by: 'storage' }).examine();
    const given = {
      dataDir: () => ':memory:',
      examineStopped: async () => report,
      openStopped: async () => ({
        importFiles: async () => assert.fail('imported'),
        skipRestoredIds: async () => ({ kind: 'skipped' as const, nextBookingId: 77 }),
        stop: async () => {
          stops += 1;
        },
      }),
    };
    const { code, out, err } = await commands.run(['doctor', '--after-restore'], given);
    assert.equal(code, 0);
    assert.match(err, /go on at 77 or above/);
    assert.match(out, /on the storage itself: no service runs/);
    assert.equal(stops, 1);
  });
});
