import { join, relative } from 'node:path';
import { run } from 'node:test';
import { inspect } from 'node:util';
import { repositoryRoot, type TestGroup } from './groups.js';

export interface GroupResult {
  readonly name: string;
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
  readonly seconds: number;
  readonly fileSeconds: ReadonlyMap<string, number>;
}

const fileTimeoutMs = 240_000;
const longFileTimeoutMs = 1_800_000;

const describeFailure = (where: string, name: string, error: unknown): string => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const text = cause instanceof Error ? (cause.stack ?? cause.message) : inspect(cause, { depth: 6 });
  return `✖ ${where} › ${name}\n${text.replaceAll(/^/gm, '    ')}\n`;
};

/** Runs one group's files in processes of their own, prints what they print and each failure as it comes. */
export const runGroup = async (
  group: TestGroup,
  options: { readonly isLong: boolean },
): Promise<GroupResult> => {
  const started = Date.now();
  const failures: string[] = [];
  const fileSeconds = new Map<string, number>();
  let passed = 0;
  let skipped = 0;
  if (options.isLong) process.env['PARKING_TEST_LONG'] = '1';
  process.stdout.write(`\n${group.name} (${group.files.length} files)\n`);
  const events = run({
    files: group.files.map((file) => join(repositoryRoot, file)),
    concurrency: group.concurrency,
    timeout: options.isLong ? longFileTimeoutMs : fileTimeoutMs,
  });
  for await (const event of events) {
    if (event.type === 'test:stdout' || event.type === 'test:stderr')
      process.stdout.write(event.data.message);
    if (event.type !== 'test:pass' && event.type !== 'test:fail') continue;
    const { data } = event;
    const file = data.file === undefined ? group.name : relative(repositoryRoot, data.file);
    fileSeconds.set(
      file,
      (fileSeconds.get(file) ?? 0) + (data.nesting === 0 ? data.details.duration_ms / 1000 : 0),
    );
    if (event.type === 'test:fail') {
      const failure = describeFailure(file, data.name, event.data.details.error);
      failures.push(failure);
      process.stdout.write(failure);
    } else if (data.details.type !== 'suite') {
      if (data.skip !== undefined && data.skip !== false) {
        skipped += 1;
        process.stdout.write(
          `skipped: ${file} › ${data.name}${typeof data.skip === 'string' ? ` (${data.skip})` : ''}\n`,
        );
      } else passed += 1;
    }
  }
  return { name: group.name, passed, skipped, failures, seconds: (Date.now() - started) / 1000, fileSeconds };
};
