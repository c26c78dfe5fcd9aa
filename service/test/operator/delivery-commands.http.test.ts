import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { at } from '../http/read.js';
import { type CommandLine, openCommandLine, type Ran } from './run-command.js';
import { acmeEndpoint, type OperatorStage, openOperatorStage } from './stage.js';

describe('parking-service deliveries', () => {
  let stage: OperatorStage;
  let line: CommandLine;
  before(async () => {
    stage = await openOperatorStage();
    line = openCommandLine(stage.url);
    for (const id of ['late', 'other']) {
      await stage.call('PUT', `/partners/${id}`, acmeEndpoint);
      await stage.call('POST', `/partners/${id}/override`, { by: 'a test' });
    }
    await stage.refused(31, 'late');
    await stage.settled(32, 'late', ['create', 'delivered']);
    await stage.claimed(33, 'other');
  });
  after(async () => {
    line.close();
    await stage.close();
  });

  const run = (...argv: readonly string[]): Promise<Ran> => line.run(['deliveries', ...argv]);
  const json = (...argv: readonly string[]): Promise<unknown> => line.answer('deliveries', ...argv);

  describe('list', () => {
    it('shows what is open of all partners, and what it waits for', async () => {
      const { code, out, err } = await run('list');
      assert.deepEqual([code, err], [0, '']);
      assert.match(out, /^id +partner +state +for +attempts +last +due +waits_for$/m);
      assert.match(out, /^33:create +other +open +0 s +1 +2026-11-21T12:00:01\.000\+00:00 +answer$/m);
      assert.equal(out.split('\n').length, 4);
    });

    it('shows states of a partner, by age', async () => {
      const argv = ['list', '--partner', 'late', '--state', 'unauthorised', 'delivered'];
      const { out } = await run(...argv);
      assert.match(out, /^31:create +late +unauthorised +0 s +1 +401 +operator$/m);
      assert.match(out, /^32:create +late +delivered /m);
      assert.equal((await run(...argv, '--older-than', '2h')).out, 'No such delivery.\n');
      assert.match((await run(...argv, '--since', '2h')).out, /31:create/);
    });

    it('says that nothing is open, and how to see what has ended', async () => {
      const { out } = await run('list', '--partner', 'late');
      assert.equal(out, 'No such delivery is open; --state any shows those that have ended.\n');
    });

    it('shows the notices of a booking, in whatever state', async () => {
      assert.match((await run('list', '--booking', '32')).out, /^32:create +late +delivered /m);
    });

    it('gathers pages up to the limit and says how to go on', async () => {
      const first = await run('list', '--state', 'any', '--limit', '2');
      assert.match(first.out, /31:create/);
      const [, cursor = ''] = /--cursor (\S+)/.exec(first.err) ?? [];
      const second = await run('list', '--state', 'any', '--limit', '2', '--cursor', cursor);
      assert.deepEqual([/33:create/.test(second.out), second.err], [true, '']);
      const all = await json('list', '--state', 'any', '--limit', '500');
      assert.deepEqual([at(all, 'deliveries', 2, 'id'), at(all, 'next')], ['33:create', null]);
    });

    it('is a usage error where an option cannot be read, a refusal where the service says no', async () => {
      for (const argv of [
        ['--state', 'lost'],
        ['--limit', '0'],
        ['--limit', 'x'],
        ['--older-than', '2h', '--until', '1h'],
        ['--wrong'],
      ])
        assert.deepEqual([argv, (await run('list', ...argv)).code], [argv, 2]);
      const since = await run('list', '--since', 'yesterday');
      assert.deepEqual([since.code, since.out], [1, '']);
      assert.match(since.err, /request_parameter_invalid: since: since is a time/);
      const nobody = await run('list', '--partner', 'nobody');
      assert.deepEqual([nobody.code, nobody.out], [1, '']);
      assert.match(nobody.err, /no partner nobody/);
    });
  });

  describe('show', () => {
    it('prints the delivery, what happens next, and its attempts', async () => {
      const { code, out } = await run('show', '31:create');
      assert.equal(code, 0);
      assert.match(out, /^31:create +late +unauthorised +0 s +1 +401 /m);
      assert.match(out, /^Nothing by itself: late refused the header \(401\)/m);
      assert.match(
        out,
        /^1 +2026-11-21T12:00:00.000\+00:00 +12 ms +401 +unauthorised +schedule +current +go away$/m,
      );
    });

    it('says which attempts are missing, and why', async () => {
      await stage.call('PUT', '/partners/gone', acmeEndpoint);
      await stage.settled(34, 'gone', ['create', 'delivered']);
      const [gone] = (await stage.partners.list()).filter(({ name }) => name === 'gone');
      assert.ok(gone !== undefined);
      await stage.attempts.trim(gone._id, stage.clock.now() + 1, 10);
      const { code, out } = await run('show', '34:create');
      assert.equal(code, 0);
      assert.match(out, /^Attempt 1 is missing: what came of it was not recorded/m);
    });

    it('is a refusal for one that is not there', async () => {
      const { code, out, err } = await run('show', '404:create');
      assert.deepEqual([code, out], [1, '']);
      assert.match(err, /delivery_not_found: no delivery 404:create; ids are as in 42:create/);
    });
  });

  it('resend sends it again', async () => {
    const { code, out } = await run('resend', '31:create');
    assert.equal(code, 0);
    assert.match(out, /^31:create +late +open +0 s +1 +401 +2026-11-21T12:00:00.000\+00:00 +worker$/m);
  });
});
