import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startService } from '#scripts/demo/service-process.js';
import { demoLogin } from '#service/operator/demo.js';
import { createTestStorage } from './support/test-storage.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Every block of the guide, in order. */
const commands = (): string =>
  [...readFileSync(join(root, 'docs/api-guide.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)]
    .map(([, block = '']) => block)
    .join('\n');

describe("the guide's commands", () => {
  it('look around, get an account, book, share, cancel, act for a user and for a partner', async () => {
    const storage = await createTestStorage();
    const messages = mkdtempSync(join(tmpdir(), 'parking-guide-'));
    const operatorToken = storage.settings['PARKING_OPERATOR_TOKEN'] ?? '';
    const service = await startService({
      ...storage.settings,
      PARKING_OPERATOR_TOKEN: operatorToken,
      PARKING_DEMO: 'on',
      PARKING_MESSAGES_DIR: messages,
    });
    try {
      const { clientSecret } = demoLogin(storage.settings['PARKING_SECRET_KEY'] ?? '');
      const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', commands()], {
        cwd: root,
        env: {
          PATH: process.env['PATH'],
          BASE: service.url,
          MESSAGES: messages,
          CLIENT_SECRET: clientSecret,
          PARKING_OPERATOR_TOKEN: operatorToken,
        },
      });
      for (const expected of [
        /^\{"count":\d+\}/,
        /Annulation gratuite/,
        /"email_verified":true/,
        /"user_credit_amount":\{"USD":"5\.00"\}/,
        /"scan_code":\{"code"/,
        /"scope":"mobile"/,
        /"capacity":\d+/,
        /\[\]$/,
      ])
        assert.match(stdout, expected);
      assert.doesNotMatch(stdout, /"errors":|"error":/);
    } finally {
      await service.end();
      await storage.remove();
      rmSync(messages, { recursive: true });
    }
  });
});
