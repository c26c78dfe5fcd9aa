import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startService } from '#scripts/demo/service-process.js';
import { demoLogin } from '#service/operator/demo.js';
import { createTestStorage } from './support/test-storage.js';

const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');

/** The commands under "Book a real car park" that the reader pastes after having set BASE and CLIENT_SECRET. */
const commands = (): string => {
  const [, after = ''] = readme.split('as they stand. -->');
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(after) ?? [];
  return block;
};

describe("the README's commands", () => {
  it('search, preview, book, show and cancel a real car park', async () => {
    const storage = await createTestStorage();
    const PARKING_OPERATOR_TOKEN = storage.settings['PARKING_OPERATOR_TOKEN'] ?? '';
    const service = await startService({ ...storage.settings, PARKING_OPERATOR_TOKEN, PARKING_DEMO: 'on' });
    try {
      const { clientSecret } = demoLogin(storage.settings['PARKING_SECRET_KEY'] ?? '');
      const env = { PATH: process.env['PATH'], BASE: service.url, CLIENT_SECRET: clientSecret };
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands()], { env });
      const [booked = '', cancelled = ''] = stdout.split('HTTP/1.1 204 No Content');
      assert.match(booked, /"name": "Altmarkt"/);
      assert.match(booked, /"status": "active"/);
      assert.doesNotMatch(booked, /cancelled_at/);
      assert.match(cancelled, /"cancelled_at": "20/);
      assert.match(cancelled, /"status": "cancelled"/);
    } finally {
      await service.end();
      await storage.remove();
    }
  });
});
