import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OutboundOutcome } from '../../../src/outbound/outbound.js';
import { withoutSecrets } from '../../../src/webhooks/dispatch/without-secrets.js';

const bodyAfter = (body: string, secrets: readonly string[], isBodyCut = false): string => {
  const outcome: OutboundOutcome = {
    kind: 'answered',
    status: 500,
    headers: {},
    body,
    isBodyCut,
    durationMs: 0,
  };
  const shown = withoutSecrets(outcome, secrets);
  return shown.kind === 'answered' ? shown.body : '';
};

describe('an answer without our secrets', () => {
  const rows: readonly (readonly [string, string, readonly string[], boolean, string])[] = [
    ['as it is', 'x s3cret x s3cret', ['s3cret'], false, 'x [secret] x [secret]'],
    ['written as JSON', '{"k":"a\\"b\\\\c"}', ['a"b\\c'], false, '{"k":"[secret]"}'],
    ['both of two', 'old and new', ['new', 'old'], false, '[secret] and [secret]'],
    ['one that begins another', 'key-1-long', ['key-1', 'key-1-long'], false, '[secret]'],
    ['cut within it', 'you sent s3cr', ['s3cret'], true, 'you sent [secret]'],
    ['not cut: its beginning may be a word', 'you sent s3cr', ['s3cret'], false, 'you sent s3cr'],
    ['in the address of a link', '?key=Bearer%20ab%2Fcd%26ef', ['Bearer ab/cd&ef'], false, '?key=[secret]'],
    ['in HTML', '<b>Bearer a&lt;b&gt;&amp;c</b>', ['Bearer a<b>&c'], false, '<b>[secret]</b>'],
    ['in JSON with slashes escaped', '"key\\/number\\/1"', ['key/number/1'], false, '"[secret]"'],
    ['in base64', 'a2V5LW51bWJlci0x.', ['key-number-1'], false, '[secret].'],
    ['in hex', '6b65792d6e756d6265722d31', ['key-number-1'], false, '[secret]'],
    ['without its scheme', 'bad token abcd1234efgh', ['Bearer abcd1234efgh'], false, 'bad token [secret]'],
    [
      'of Basic, what it says',
      'not anna:very-secret',
      ['Basic YW5uYTp2ZXJ5LXNlY3JldA=='],
      false,
      'not [secret]',
    ],
    ['a short one in hex: that could be anything', '6162', ['ab'], false, '6162'],
    ['a short word after a scheme', 'no such key', ['Key key'], false, 'no such key'],
    ['without any', 'thanks', ['s3cret'], true, 'thanks'],
  ];
  for (const [name, body, secrets, isCut, expected] of rows) {
    it(name, () => assert.equal(bodyAfter(body, secrets, isCut), expected));
  }
});
