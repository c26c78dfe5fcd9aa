import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeApi } from '../../src/app/describe-api.js';
import { systemClock } from '../../src/base/clock.js';
import { loadSettings } from '../../src/config/load.js';
import { resolveSettings } from '../../src/config/local-state.js';
import { runCli } from '../../src/operator/cli/cli.js';
import type { CliContext } from '../../src/operator/cli/context.js';
import { announceRunning } from '../../src/operator/cli/running-service.js';

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `parking-service ARGV` in a data directory whose service listens on `url`. */
export const openCommandLine = (url: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-cli-'));
  announceRunning(folder, { url, pid: process.pid });
  const settings = resolveSettings(
    loadSettings({ PARKING_DATA_DIR: folder, PARKING_OPERATOR_TOKEN: 'operator-token'.padEnd(24, '.') }),
  );

  const run = async (argv: readonly string[], given: Partial<CliContext> = {}): Promise<Ran> => {
    let [out, err] = ['', ''];
    const context: CliContext = {
      dataDir: () => folder,
      settings: () => ({ ...settings, PARKING_OPERATOR_TOKEN: 'operator-token' }),
      serve: async () => assert.fail('a service was started'),
      openStopped: async () => assert.fail('the storage itself was opened'),
      examineStopped: async () => assert.fail('the storage itself was looked at'),
      describeApi,
      environment: () => undefined,
      readInput: async () => assert.fail('standard input was read'),
      write: (text) => {
        out += text;
      },
      writeError: (text) => {
        err += text;
      },
      sleep: systemClock.sleep,
      isTerminal: false,
      ...given,
    };
    return { code: await runCli(context, argv), out, err };
  };

  return {
    run,
    /** With `--json`: the answer, read. */
    answer: async (...argv: readonly string[]): Promise<unknown> => {
      const { code, out, err } = await run([...argv, '--json']);
      assert.deepEqual([code, err], [0, '']);
      return JSON.parse(out);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
};

export type CommandLine = ReturnType<typeof openCommandLine>;
