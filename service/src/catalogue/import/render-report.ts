import type { ImportReport } from './import-files.js';
import { reasonText } from './reason-text.js';
import type { FileReport, ReasonCount } from './tally.js';

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const skippedIn = ({ skipped }: FileReport): number => sum(skipped.map(({ count }) => count));

const headings = ['File', 'Read', 'Imported', 'Updated', 'Unchanged', 'Skipped'] as const;

const rowOf = (report: FileReport): readonly string[] => [
  report.file,
  ...[report.read, report.imported, report.updated, report.unchanged, skippedIn(report)].map(String),
];

const totalOf = (files: readonly FileReport[]): readonly string[] => [
  'Total',
  ...[
    files.map(({ read }) => read),
    files.map(({ imported }) => imported),
    files.map(({ updated }) => updated),
    files.map(({ unchanged }) => unchanged),
    files.map(skippedIn),
  ].map((numbers) => String(sum(numbers))),
];

const table = (rows: readonly (readonly string[])[]): readonly string[] => {
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const cell = (text: string, column: number): string =>
    column === 0 ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0);
  return rows.map((row) => row.map(cell).join('  ').trimEnd());
};

const mergeReasons = (
  files: readonly FileReport[],
  pick: (report: FileReport) => readonly ReasonCount[],
): readonly ReasonCount[] => {
  const merged = new Map<string, ReasonCount>();
  for (const report of files)
    for (const { reason, count, examples } of pick(report)) {
      const other = merged.get(reason) ?? { reason, count: 0, examples: [] };
      const named = examples.map((example) => `${report.file} ${example}`);
      merged.set(reason, {
        reason,
        count: other.count + count,
        examples: [...other.examples, ...named].slice(0, 3),
      });
    }
  return [...merged.values()].toSorted((left, right) => right.count - left.count);
};

const reasonLines = (title: string, reasons: readonly ReasonCount[]): readonly string[] =>
  reasons.length === 0
    ? []
    : [
        '',
        title,
        ...reasons.flatMap(({ reason, count, examples }) => [
          `  ${String(count).padStart(6)}  ${reasonText(reason)}`,
          `          ${examples.join('; ')}`,
        ]),
      ];

/** The report as a table per file, with the reasons of what was skipped and what is worth a look. */
export const renderReport = ({ files, changes }: ImportReport): string =>
  [
    ...table([headings, ...files.map(rowOf), ...(files.length > 1 ? [totalOf(files)] : [])]),
    ...reasonLines(
      'Skipped',
      mergeReasons(files, ({ skipped }) => skipped),
    ),
    ...reasonLines(
      'Worth a look',
      mergeReasons(files, ({ noted }) => noted),
    ),
    '',
    changes === 0 ? 'Nothing changed.' : 'The catalogue is up to date.',
    '',
  ].join('\n');
