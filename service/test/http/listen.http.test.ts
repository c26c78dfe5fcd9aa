import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, it } from 'node:test';
import { closeServer, listen } from '../../src/http/listen.js';

describe('listening', () => {
  it('on an address that is taken names the address and the settings that choose another', async () => {
    const host = '127.0.0.1';
    const first = createServer();
    const { port } = await listen(first, { host, port: 0 });
    await assert.rejects(listen(createServer(), { host, port }), ({ message }: Error) => {
      assert.match(message, new RegExp(`^Cannot listen on 127\\.0\\.0\\.1:${port}: another process`));
      assert.match(message, /PARKING_PORT/);
      return true;
    });
    await closeServer(first, 0);
  });
});
