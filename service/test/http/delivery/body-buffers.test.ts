import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { describe, it } from 'node:test';
import { createBodyBuffers } from '../../../src/http/delivery/body-buffers.js';

const long = (letter: string): string => `"${letter.repeat(5000)}"`;

describe('Buffers for bodies', () => {
  it('hold the text as UTF-8, whatever its length', () => {
    const { encode } = createBodyBuffers({ capacity: 20_000 });
    for (const text of ['', '"Zoë"', long('a'), long('é'), long('駐'), long('😀'), 'x'.repeat(30_000)]) {
      assert.equal(encode(text, new EventEmitter()).toString(), text);
    }
  });

  it('are not written to again before their answer has left', () => {
    const { encode } = createBodyBuffers();
    const first = encode(long('a'), new EventEmitter());
    const second = encode(long('b'), new EventEmitter());
    assert.equal(first.toString(), long('a'));
    assert.equal(second.toString(), long('b'));
  });

  it('are used again after that', () => {
    const { encode } = createBodyBuffers();
    const response = new EventEmitter();
    const first = encode(long('a'), response);
    response.emit('close');
    const second = encode(long('b'), new EventEmitter());
    assert.equal(second.buffer, first.buffer);
  });

  it('are kept up to a number', () => {
    const { encode } = createBodyBuffers({ kept: 1 });
    const responses = [new EventEmitter(), new EventEmitter()];
    const before = new Set(responses.map((response) => encode(long('a'), response).buffer));
    for (const response of responses) response.emit('close');
    const after = responses.map((response) => encode(long('a'), response).buffer);
    assert.deepEqual(
      after.map((buffer) => before.has(buffer)),
      [true, false],
    );
  });
});
