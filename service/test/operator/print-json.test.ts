import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { printJson } from '../../src/operator/cli/context.js';

describe('an answer printed as JSON', () => {
  it("carries a partner's odd characters to a program, and none of them to a terminal", () => {
    const said = 'a\u009b2J\u007f\u202e\u2028\u{e0041}\u001b[0m é 停車 \u{1f697}';
    const printed: string[] = [];
    printJson({ write: (text) => printed.push(text) }, { said });
    const [text = ''] = printed;
    assert.deepEqual(JSON.parse(text), { said });
    assert.doesNotMatch(text, /[\p{Cf}\p{Zl}\p{Zp}]/u);
    assert.doesNotMatch(text.replaceAll('\n', ''), /\p{Cc}/u);
    assert.ok(text.includes('é 停車 \u{1f697}'));
  });
});
