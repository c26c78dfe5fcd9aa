import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CliSecrets, readCommand } from '../../src/cli/arguments.js';

const secrets: CliSecrets = { headerValue: 'open sesame', clientSecret: 'hush' };
const none: CliSecrets = { headerValue: undefined, clientSecret: undefined };

const faults: readonly [string, CliSecrets, RegExp][] = [
  ['frob', secrets, /give `listen` or `send URL`/],
  ['listen extra', secrets, /give `listen`/],
  ['send http://x http://y', secrets, /give `listen`/],
  ['send', secrets, /http or https address/],
  ['send ftp://x', secrets, /http or https address/],
  ['send http://x --case odd', secrets, /--case must be one of good, /],
  ['send http://x --id -1', secrets, /--id/],
  ['send http://x --id 99999999999999999', secrets, /--id must be a whole number/],
  ['listen --port x', secrets, /--port must be a whole number up to 65535/],
  ['listen --what', secrets, /Unknown option/],
  ['listen', none, /PARKING_KIT_HEADER_VALUE is not set/],
  ['listen --base-url http://x', secrets, /--client-id/],
  [
    'listen --base-url http://x --client-id a',
    { ...secrets, clientSecret: undefined },
    /PARKING_KIT_CLIENT_SECRET/,
  ],
];

describe('the command line', () => {
  for (const [line, given, fault] of faults)
    it(`refuses \`${line}\`${given === none ? ' without secrets' : ''}`, () => {
      const command = readCommand(line.split(' '), given);
      assert.ok(command.type === 'usage', JSON.stringify(command));
      assert.match(command.fault, fault);
    });

  it('reads `send` with its defaults', () => {
    assert.deepEqual(readCommand(['send', 'http://x/create', '--case', 'good'], secrets), {
      type: 'send',
      url: 'http://x/create',
      cases: ['good'],
      bookingId: undefined,
      headerKey: 'Authorization',
      headerValue: 'open sesame',
      json: false,
    });
  });

  it('shows help when asked nothing', () => {
    assert.deepEqual(readCommand([], none), { type: 'help' });
    assert.deepEqual(readCommand(['--version'], none), { type: 'version' });
  });
});
