import type { GroupResult } from './run-group.js';

const slowestShown = 10;

/** Where the time went, file by file. */
export const describeSlowest = (results: readonly GroupResult[]): string => {
  const files = results
    .flatMap(({ fileSeconds }) => [...fileSeconds])
    .sort((left, right) => right[1] - left[1]);
  const lines = files
    .slice(0, slowestShown)
    .map(([file, seconds]) => `${seconds.toFixed(1).padStart(8)} s  ${file}`);
  return `\nSlowest files\n${lines.join('\n')}\n`;
};

/** A row per group, the failures once more by name, and the closing line. */
export const summarise = (results: readonly GroupResult[]): string => {
  const rows = results.map(
    ({ name, passed, skipped, failures, seconds }) =>
      `${name.padEnd(12)} ${String(passed).padStart(5)} passed ${String(failures.length).padStart(4)} failed ${String(skipped).padStart(4)} skipped ${seconds.toFixed(1).padStart(8)} s`,
  );
  const failures = results.flatMap((result) => result.failures);
  const names = failures.map((failure) => failure.split('\n', 1)[0]);
  const total = (pick: (result: GroupResult) => number): number =>
    results.reduce((sum, result) => sum + pick(result), 0);
  const closing = `${total((r) => r.passed)} passed, ${failures.length} failed, ${total((r) => r.skipped)} skipped`;
  return `\n${rows.join('\n')}\n${names.length > 0 ? `\n${names.join('\n')}\n` : ''}\n${closing}\n`;
};
