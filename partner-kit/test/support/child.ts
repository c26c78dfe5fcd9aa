import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A Node process started for a test. */
export interface Child {
  readonly process: ChildProcess;
  /** Lines of standard output so far. */
  readonly lines: string[];
  /** The first line, now or later, that satisfies the test; rejects when the process ends without it. */
  readonly line: (isIt: (line: string) => boolean) => Promise<string>;
  /** Resolves with the exit code, or `null` after a signal. */
  readonly ended: Promise<number | null>;
  readonly errors: () => string;
}

export const startChild = (
  file: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Child => {
  const child = spawn(process.execPath, [file, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const watchers = new Set<() => void>();
  const wake = (): void => {
    for (const watch of watchers) watch();
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    wake();
  });
  let hasEnded = false;
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      hasEnded = true;
      resolve(code);
      wake();
    });
  });
  const line = (isIt: (line: string) => boolean): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = lines.find(isIt);
        if (found === undefined && !hasEnded) return;
        watchers.delete(look);
        if (found === undefined) reject(new Error(`ended without the line: ${errors}`));
        else resolve(found);
      };
      watchers.add(look);
      look();
    });
  return { process: child, lines, line, ended, errors: () => errors };
};
