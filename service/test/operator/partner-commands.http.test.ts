import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bookingId, partnerId } from '../../src/base/ids.js';
import { at } from '../http/read.js';
import { type CommandLine, openCommandLine } from './run-command.js';
import { acmeEndpoint, type OperatorStage, openOperatorStage } from './stage.js';

const endpoint = [
  ...['--base-api-url', acmeEndpoint.base_api_url, '--create-path', '/create'],
  ...['--header', acmeEndpoint.auth_header_key, acmeEndpoint.auth_header_value],
];

describe('parking-service partners', () => {
  let stage: OperatorStage;
  let line: CommandLine;
  before(async () => {
    stage = await openOperatorStage();
    line = openCommandLine(stage.url);
  });
  after(async () => {
    line.close();
    await stage.close();
  });

  const set = async (id: string): Promise<void> => {
    assert.equal((await line.run(['partners', 'set', id, ...endpoint])).code, 0);
  };
  /** The header's value that would be sent. */
  const sentTo = async (id: string): Promise<string> => {
    const partner = await stage.partners.get(partnerId(id));
    assert.ok(partner !== undefined);
    return stage.partners.headerValue(partner);
  };

  it('set says that a new endpoint is off, and what to do', async () => {
    const { out } = await line.run(['partners', 'set', 'fresh', ...endpoint]);
    assert.match(out, /^fresh +fresh +off /m);
    assert.match(out, /^Next: .*partners test fresh .*partners override fresh --by NAME/m);
  });

  it('set reads the secret from standard input where it is -', async () => {
    const argv = ['partners', 'set', 'piped', ...endpoint.slice(0, 4), '--header', 'X-Key', '-'];
    const { code } = await line.run(argv, { readInput: async () => 'from the pipe\n' });
    assert.deepEqual([code, await sentTo('piped')], [0, 'from the pipe']);
  });

  it('list says in a word what stands between each partner and its notices', async () => {
    for (const id of ['s-off', 's-live', 's-paused']) await set(id);
    await line.run(['partners', 'set', 's-none']);
    await line.run(['partners', 'override', 's-live', '--by', 'Ann']);
    await line.run(['partners', 'override', 's-paused', '--by', 'Ann']);
    await line.run(['partners', 'pause', 's-paused', '--reason', 'they move house']);
    const { out } = await line.run(['partners', 'list']);
    for (const [id, state] of Object.entries({ none: 'none', off: 'off', live: 'live', paused: 'paused' }))
      assert.match(out, new RegExp(`^s-${id} +s-${id} +${state}\\b`, 'm'));
    assert.match(out, /^s-paused .*they move house$/m);
  });

  it('list says how many notices wait, and for how long', async () => {
    await set('waited-for');
    const { store, clock, realClock } = stage;
    const partner = partnerId('waited-for');
    await store.add([{ booking: bookingId(901), partner, kind: 'create' }], clock.now());
    await realClock.advance(7_500_000);
    await store.add([{ booking: bookingId(902), partner, kind: 'create' }], clock.now());
    const { out } = await line.run(['partners', 'list']);
    assert.match(out, /^waited-for .* 2 +2 h 5 min +0/m);
  });

  it('list says what to do next for each partner whose notices wait, and for a running rotation', async () => {
    for (const id of ['n-off', 'n-refusing', 'n-silent', 'n-rotating', 'n-fine']) await set(id);
    for (const id of ['n-refusing', 'n-silent', 'n-rotating', 'n-fine'])
      await line.run(['partners', 'override', id, '--by', 'Ann']);
    await stage.partners.pause(partnerId('n-refusing'), 'unauthorised');
    const silent = await stage.partners.get(partnerId('n-silent'));
    assert.ok(silent !== undefined);
    const breaker = { st: 'open', until: 10 ** 12, rev: 1, failures: 3, reason: 'timeout' } as const;
    await stage.partners.moveBreaker(silent, breaker);
    await line.run(['partners', 'rotate', 'n-rotating', '--generate']);
    const steps: Readonly<Record<string, RegExp>> = {
      off: /^it.*parking-service partners test n-off /,
      refusing:
        /401.*set n-refusing --header NAME -, then .*test n-refusing, then .*resume n-refusing --resend-refused$/,
      silent:
        /\(timeout\) until 2001-09-09T.*parking-service partners close-breaker n-silent, .*partners test n-silent$/,
      rotating:
        /partners test n-rotating sends that alone; then parking-service partners revoke-old n-rotating$/,
    };
    for (const [name, step] of Object.entries(steps)) {
      const { out } = await line.run(['partners', 'show', `n-${name}`]);
      assert.match(/^Next: (.*)$/m.exec(out)?.[1] ?? '', step);
    }
    assert.doesNotMatch((await line.run(['partners', 'show', 'n-fine'])).out, /Next/);
    const { out } = await line.run(['partners', 'list']);
    assert.match(out, /^Next for n-off: its notices wait/m);
    assert.doesNotMatch(out, /Next for n-fine/);
  });

  it('set says what a first endpoint lacks by the names of the options', async () => {
    const { code, err } = await line.run(['partners', 'set', 'bare', ...endpoint.slice(0, 2)]);
    assert.equal(code, 1);
    assert.match(err, /auth_header_key, auth_header_value: .*--header NAME VALUE/);
  });

  it('show tells all that is known, but no secret', async () => {
    await set('shown');
    const { out } = await line.run(['partners', 'show', 'shown']);
    assert.match(out, /^field +value\n/);
    assert.match(out, /^auth_header_key +X-Api-Key$/m);
    assert.match(out, /^backlog\.open +0$/m);
    assert.ok(!out.includes(acmeEndpoint.auth_header_value));
    assert.equal(at(await line.answer('partners', 'show', 'shown'), 'state'), 'off');
  });

  it('pause and resume hold notices back and let them go', async () => {
    await set('held');
    await line.run(['partners', 'override', 'held', '--by', 'Ann']);
    const paused = await line.answer('partners', 'pause', 'held', '--reason', 'a flood');
    assert.deepEqual([at(paused, 'state'), at(paused, 'paused')], ['paused', 'a flood']);
    await stage.refused(910, 'held');
    const resumed = await line.answer('partners', 'resume', 'held', '--resend-refused');
    assert.deepEqual([at(resumed, 'state'), at(resumed, 'backlog', 'open')], ['live', 1]);
  });

  it('close-breaker lets notices go to a partner that was left alone', async () => {
    await set('silent');
    const partner = await stage.partners.get(partnerId('silent'));
    assert.ok(partner !== undefined);
    await stage.partners.moveBreaker(partner, {
      st: 'open',
      until: 10 ** 15,
      rev: 1,
      failures: 3,
      reason: 'timeout',
    });
    const closed = await line.answer('partners', 'close-breaker', 'silent');
    assert.equal(at(closed, 'breaker', 'state'), 'closed');
  });

  it('pause wants a reason', async () => {
    const { code, err } = await line.run(['partners', 'pause', 'held']);
    assert.equal(code, 2);
    assert.match(err, /reason/);
  });

  describe('rotate', () => {
    it('shows a value that it made up once, and what it keeps is another thing', async () => {
      await set('made-up');
      const { code, out } = await line.run(['partners', 'rotate', 'made-up', '--generate']);
      const [, value = ''] = /^The new value, shown this once: ([0-9a-f]{64})$/m.exec(out) ?? [];
      assert.deepEqual([code, await sentTo('made-up')], [0, value]);
      assert.ok(!(await line.run(['partners', 'show', 'made-up'])).out.includes(value));
    });

    it('reads the value from standard input or a variable, and never shows it', async () => {
      await set('given');
      const piped = await line.run(['partners', 'rotate', 'given', '--header-value', '-'], {
        readInput: async () => 'piped value\r\n',
      });
      assert.deepEqual([piped.code, await sentTo('given')], [0, 'piped value']);
      const held = await line.run(['partners', 'revoke-old', 'given']);
      const named = await line.run(['partners', 'rotate', 'given', '--from-env', 'NEW_KEY'], {
        environment: (name) => (name === 'NEW_KEY' ? 'value of a variable' : undefined),
      });
      assert.deepEqual([named.code, await sentTo('given')], [0, 'value of a variable']);
      for (const { out } of [piped, held, named]) assert.doesNotMatch(out, /piped value|value of a variable/);
    });

    it('keeps the value before for a day, or as long as one says', async () => {
      await set('overlapping');
      const now = stage.clock.now();
      const first = await line.answer('partners', 'rotate', 'overlapping', '--generate');
      assert.deepEqual(at(first, 'previous_header'), {
        until: new Date(now + 86_400_000).toISOString().replace('Z', '+00:00'),
        is_alive: true,
        uses: 0,
        last_used_at: null,
      });
      await line.run(['partners', 'revoke-old', 'overlapping']);
      const none = await line.answer('partners', 'rotate', 'overlapping', '--generate', '--overlap', '0');
      assert.equal(at(none, 'previous_header'), null);
      const week = await line.answer('partners', 'rotate', 'overlapping', '--generate', '--overlap', '7d');
      assert.equal(
        Date.parse(String(at(week, 'previous_header', 'until'))),
        stage.clock.now() + 7 * 86_400_000,
      );
    });

    it('is refused while the value before still counts', async () => {
      await set('twice');
      await line.run(['partners', 'rotate', 'twice', '--generate']);
      const { code, err } = await line.run(['partners', 'rotate', 'twice', '--generate']);
      assert.equal(code, 1);
      assert.match(err, /partner_rotation_conflict.*revoke it first/);
    });

    it('list says how often the old value was needed', async () => {
      await set('counted');
      await line.run(['partners', 'rotate', 'counted', '--generate']);
      assert.match((await line.run(['partners', 'list'])).out, /^counted .* not used/m);
      const partner = await stage.partners.get(partnerId('counted'));
      assert.ok(partner !== undefined);
      await stage.partners.notePreviousUsed(partner);
      await stage.partners.notePreviousUsed(partner);
      const { out } = await line.run(['partners', 'list']);
      assert.match(out, /^counted .* used 2, last 20\d\d-/m);
    });

    const wrong: readonly (readonly [string, readonly string[]])[] = [
      ['no value', []],
      ['two values', ['--header-value', 'a', '--generate']],
      ['a value and a variable', ['--header-value', 'a', '--from-env', 'A']],
      ['a variable that is not set', ['--from-env', 'A']],
      ['an overlap without a number', ['--generate', '--overlap', 'soon']],
    ];
    for (const [what, argv] of wrong) {
      it(`is a wrong command line with ${what}`, async () => {
        const { code, err } = await line.run(['partners', 'rotate', 'acme', ...argv]);
        assert.equal(code, 2);
        assert.notEqual(err, '');
      });
    }
  });
});
