import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../demo/service-process.js';
import { describeMachine } from './machine.js';
import { median } from './search/pairs.js';

interface StartBenchOptions {
  readonly isSmall: boolean;
}

/** An empty data directory, the demo catalogue loaded, to the first search that is answered. */
const timeToFirstAnswer = async (): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'parking-start-'));
  const begun = performance.now();
  const service = await startService({
    PARKING_DATA_DIR: join(folder, 'data'),
    PARKING_OPERATOR_TOKEN: randomBytes(24).toString('hex'),
  });
  try {
    const search = 'q=coordinates:51.05,13.74&start_time=2030-01-01T10:00&end_time=2030-01-01T12:00';
    const answer = await fetch(`${service.url}/v4/quotes?${search}`);
    if (answer.status !== 200) throw new Error(`the first search was answered ${answer.status}`);
    await answer.arrayBuffer();
    return performance.now() - begun;
  } finally {
    await service.end();
    await rm(folder, { recursive: true, force: true });
  }
};

const timeOfNothing = (): Promise<number> => {
  const begun = performance.now();
  const child = spawn(process.execPath, ['-e', '0']);
  return new Promise((resolve) => child.once('exit', () => resolve(performance.now() - begun)));
};

/** From nothing to the first answer; a Node process that does nothing is the yardstick. */
export const run = async ({ isSmall }: StartBenchOptions): Promise<void> => {
  const rounds = isSmall ? 1 : 9;
  const starts: number[] = [];
  const nothings: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    starts.push(await timeToFirstAnswer());
    nothings.push(await timeOfNothing());
  }
  process.stdout.write(`start: demo catalogue, embedded, on disk; median of ${rounds} rounds in turn\n`);
  process.stdout.write(`machine     ${describeMachine()}\n`);
  process.stdout.write(`empty directory to first answer  ${median(starts).toFixed(0)} ms\n`);
  process.stdout.write(`a Node process that does nothing ${median(nothings).toFixed(0)} ms\n`);
  process.stdout.write(
    `ratio                            ${(median(starts) / median(nothings)).toFixed(1)}\n`,
  );
};
