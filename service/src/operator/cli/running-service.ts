import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** A worker is not announced: it has no operator API. */
export const announceRunning = (dataDir: string, service: RunningService): void => {
  if (dataDir === ':memory:') return;
  // On MongoDB nobody has made it yet.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(fileIn(dataDir), `${JSON.stringify(service)}\n`, { mode: 0o600 });
};

const readAnnounced = (dataDir: string): RunningService | undefined => {
  if (dataDir === ':memory:') return undefined;
  try {
    const written: unknown = JSON.parse(readFileSync(fileIn(dataDir), 'utf8'));
    return isRunningService(written) ? written : undefined;
  } catch {
    return undefined;
  }
};

/** Takes back the announcement of the process `pid`; another's stays (several may run on one MongoDB). */
export const withdrawRunning = (dataDir: string, pid: number): void => {
  if (readAnnounced(dataDir)?.pid === pid) rmSync(fileIn(dataDir), { force: true });
};

/** The service that holds the data directory; `undefined` where none does (a killed one's file is seen through by its pid). */
export const findRunning = (dataDir: string): RunningService | undefined => {
  const announced = readAnnounced(dataDir);
  return announced !== undefined && isAlive(announced.pid) ? announced : undefined;
};
