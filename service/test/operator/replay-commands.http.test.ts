import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { bookingId, partnerId } from '../../src/base/ids.js';
import { replayThrough } from '../../src/operator/cli/commands/deliveries/replay-through.js';
import {
  CommandError,
  createOperatorClient,
  exitCodes,
  type OperatorClient,
} from '../../src/operator/cli/operator-client.js';
import { type DeliveryDocument, deliveryCollection } from '../../src/webhooks/deliveries/delivery.js';
import { at } from '../http/read.js';
import { type CommandLine, openCommandLine, type Ran } from './run-command.js';
import { acmeEndpoint, type OperatorStage, openOperatorStage } from './stage.js';

const refused = (id: number, partner: string, now: number): DeliveryDocument => ({
  ...{ _id: `${id}:create`, partner: partnerId(partner), booking: bookingId(id), kind: 'create' },
  ...{ st: 'refused', due: now, tok: null, n: 1, nBefore: 0, last: '400' },
  ...{ openedAt: now, createdAt: now, updatedAt: now },
});

describe('parking-service deliveries replay', () => {
  let stage: OperatorStage;
  let line: CommandLine;
  before(async () => {
    stage = await openOperatorStage();
    line = openCommandLine(stage.url);
    for (const id of ['acme', 'beta']) await stage.call('PUT', `/partners/${id}`, acmeEndpoint);
  });
  after(async () => {
    line.close();
    await stage.close();
  });

  const documents = () => stage.database.collection(deliveryCollection);
  const put = async (partner: string, count: number, from = 1): Promise<void> => {
    const now = stage.clock.now();
    await documents().insertMany(
      Array.from({ length: count }, (_, index) => refused(from + index, partner, now)),
    );
  };
  const openCount = () => documents().countDocuments({ partner: partnerId('acme'), st: 'open' });

  beforeEach(async () => {
    for (const id of ['acme', 'beta']) await documents().deleteMany({ partner: partnerId(id) });
    await put('acme', 2);
    await put('beta', 1, 11);
  });

  const run = (...argv: readonly string[]): Promise<Ran> => line.run(['deliveries', 'replay', ...argv]);

  it('says in a dry run how many it would be and how long it would take', async () => {
    const { code, out, err } = await run('--state', 'refused', '--rate', '0.1', '--dry-run');
    assert.deepEqual([code, err], [0, '']);
    assert.match(out, /^acme +2$/m);
    assert.match(
      out,
      /^Would be sent again: 3 deliveries to 2 partners, 0\.1 a second to each, in all 20 s\.$/m,
    );
    assert.equal(await openCount(), 0);
  });

  it('sends again what a filter means', async () => {
    const { code, out } = await run('--partner', 'acme');
    assert.equal(code, 0);
    assert.match(
      out,
      /^Sent again: 2 deliveries to 1 partner, 10 a second to each, in all 1 s\. The last is due at 2026-11-21T12:00:00\.100\+00:00\.$/m,
    );
    assert.equal(await openCount(), 2);
    assert.equal((await run('--partner', 'acme')).out.includes('Nothing to send again.'), true);
  });

  it('sends one again by its id, and prints JSON for programs', async () => {
    const done = await line.answer('deliveries', 'replay', '2:create');
    assert.deepEqual(done, {
      dry_run: false,
      started_at: '2026-11-21T12:00:00.000+00:00',
      rate_per_second: 10,
      deliveries: 1,
      left_alone: 0,
      partners: [{ partner: 'acme', deliveries: 1 }],
      takes_seconds: 1,
      last_due_at: '2026-11-21T12:00:00.000+00:00',
    });
    assert.equal((await stage.deliveries.view('2:create')).st, 'open');
    assert.equal((await stage.deliveries.view('1:create')).st, 'refused');
  });

  it('goes step by step through many, and says how to go on should it be interrupted', async () => {
    await put('acme', 5_400, 100);
    const { code, out, err } = await run('--partner', 'acme', '--rate', '1000');
    assert.equal(code, 0);
    assert.match(
      err,
      /^Should this be interrupted, the same command with --started-at 2026-11-21T12:00:00\.000\+00:00 goes on\.$/m,
    );
    assert.match(out, /^Sent again: 5,402 deliveries to 1 partner/m);
    assert.equal(await documents().countDocuments({ partner: partnerId('acme'), st: 'refused' }), 0);
  });

  it('says after a failure how far it came, and goes on there without sending anything twice', async () => {
    await put('acme', 1_100, 100);
    const client = createOperatorClient({ url: stage.url, token: 'operator-token' });
    let calls = 0;
    const call: OperatorClient['call'] = async (...request) => {
      calls += 1;
      if (calls === 4) throw new CommandError('the line is cut', exitCodes.unreachable);
      return client.call(...request);
    };
    const body = { partner: 'acme' };
    const silent = { onLong: () => undefined, onProgress: () => undefined };
    const cut = await replayThrough({ call }, { ...silent, body, isDryRun: false }).catch(
      (error: unknown) => error,
    );
    assert.ok(cut instanceof CommandError);
    assert.equal(cut.exitCode, exitCodes.unreachable);
    const [, startedAt = ''] =
      /^the line is cut\n1000 were sent again before that\. .* --started-at (\S+) goes on/.exec(
        cut.message,
      ) ?? [];
    assert.equal(await openCount(), 1_000);
    const rest = await run('--partner', 'acme', '--started-at', startedAt);
    assert.match(rest.out, /^Sent again: 102 deliveries/m);
    assert.equal(await openCount(), 1_102);
  });

  it('needs to be told what: everything only when that is said', async () => {
    const { code, out, err } = await run();
    assert.deepEqual([code, out], [1, '']);
    assert.match(err, /request_parameter_invalid: all: name a delivery, partner,/);
    assert.match((await run('--all')).out, /^Sent again: 3 deliveries/m);
  });

  it('is a usage error where an option cannot be read, a refusal where the service says no', async () => {
    for (const argv of [['--state', 'open'], ['--kind', 'change'], ['--wrong']])
      assert.deepEqual([argv, (await run(...argv)).code], [argv, 2]);
    for (const argv of [
      ['--all', '--rate', '0'],
      ['404:create'],
      ['--partner', 'nobody'],
      ['--since', 'soon'],
    ])
      assert.deepEqual([argv, (await run(...argv)).code], [argv, 1]);
  });

  it('backlog shows what waits at each partner', async () => {
    await run('--partner', 'acme', '--rate', '1000');
    const { code, out } = await line.run(['deliveries', 'backlog']);
    assert.equal(code, 0);
    assert.match(out, /^partner +state +open +due +in_flight +oldest_waiting +last_answer$/m);
    assert.match(out, /^acme +off +2 +1 +0 +0 s$/m);
    assert.match(out, /^beta +off +0 +0 +0$/m);
    const listed = await line.answer('deliveries', 'backlog', '--partner', 'acme');
    assert.deepEqual([at(listed, 0, 'open'), at(listed, 1)], [2, undefined]);
  });
});
