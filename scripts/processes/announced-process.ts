import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A process whose first line on standard output is JSON that says where it listens. */
export interface AnnouncedProcess {
  readonly announced: Readonly<Record<string, unknown>>;
  readonly pid: number;
  readonly child: ChildProcess;
  /** Ends it with the signal and waits until it is gone; harmless when it already is. */
  readonly end: (signal?: NodeJS.Signals) => Promise<void>;
  /** What it has written to standard error so far, the end of it. */
  readonly errorText: () => string;
}

const keptErrorCharacters = 20_000;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** Starts `node FILE ARGS...` and waits for its first line. Rejects with its error text when it ends before. */
export const startAnnounced = async (
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<AnnouncedProcess> => {
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-keptErrorCharacters);
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  // Its last words may come after its end.
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stdout = child.stdout;
  if (stdout === null) throw new Error('the child has no standard output');
  const firstLine = new Promise<string>((resolve) =>
    createInterface({ input: stdout }).once('line', resolve),
  );
  const end: AnnouncedProcess['end'] = async (signal = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  const first = await Promise.race([firstLine, exited]);
  if (typeof first !== 'string') {
    await closed;
    throw new Error(`${file} ended (${first}) before it was ready:\n${errors}`);
  }
  const announced = parsed(first);
  if (!isRecord(announced)) {
    await end('SIGKILL');
    throw new Error(`${file} announced ${first}`);
  }
  stdout.resume();
  return { announced, pid: child.pid ?? 0, child, end, errorText: () => errors };
};
