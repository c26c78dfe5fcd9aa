import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a running service can be reached by the commands of the same data directory. */
export interface RunningService {
  readonly url: string;
  readonly pid: number;
}

const fileIn = (dataDir: string): string => join(dataDir, 'running.json');

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const isRunningService = (value: unknown): value is RunningService =>
  typeof value === 'object' &&
  value !== null &&
  'url' in value &&
  typeof value.url === 'string' &&
  'pid' in value &&
  typeof value.pid === 'number';

export const announceRunning = (dataDir: string, service: RunningService): void => {
  if (dataDir !== ':memory:') writeFileSync(fileIn(dataDir), `${JSON.stringify(service)}\n`, { mode: 0o600 });
};

export const withdrawRunning = (dataDir: string): void => {
  if (dataDir !== ':memory:') rmSync(fileIn(dataDir), { force: true });
};

/** The service that holds the data directory; `undefined` where none does (a killed one's file is seen through by its pid). */
export const findRunning = (dataDir: string): RunningService | undefined => {
  if (dataDir === ':memory:') return undefined;
  try {
    const written: unknown = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
    return isRunningService(written) && isAlive(written.pid) ? written : undefined;
  } catch {
    return undefined;
  }
};
