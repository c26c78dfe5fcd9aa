import type { Verdict } from '../judge/judge.js';
import type { ClauseReport, Evidence, Report } from './report.js';

export interface TerminalOptions {
  /** Characters per line; lines are not cut when left out. */
  readonly width?: number;
  readonly isColoured?: boolean;
}

const order: readonly Verdict[] = [
  'pass',
  'open',
  'warn',
  'not applicable',
  'not verified',
  'environment',
  'harness fault',
  'fail',
];
const colours: Readonly<Partial<Record<Verdict, number>>> = {
  pass: 32,
  fail: 31,
  'harness fault': 31,
  environment: 33,
  warn: 33,
  'not verified': 33,
};

/** The report for a person: a line per clause, then each failure with its evidence, then the conclusion. */
export function terminalReport(report: Report, options: TerminalOptions = {}): string {
  const sections = [
    isUnreached(report) ? [] : table(report.clauses, options),
    failures(report.clauses),
    unjudged(report.clauses),
    ledger(report),
    [summary(report), `${report.message}${report.partial ? ' (of a chosen part only)' : ''}`],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Nothing was looked at, so a line per clause would only hide the reason. */
function isUnreached({ clauses }: Report): boolean {
  return clauses.every(({ verdict }) => verdict === 'environment');
}

function table(clauses: readonly ClauseReport[], options: TerminalOptions): readonly string[] {
  const longest = Math.max(0, ...clauses.map(({ id }) => id.length));
  return clauses.map((clause) => {
    const { verdict, level, id, text, checksPassed, checksMade } = clause;
    const checks = `${checksPassed}/${checksMade}`;
    const line = `${verdict.padEnd(14)} ${level.padEnd(6)} ${id.padEnd(longest)} ${checks.padStart(5)}  ${text}`;
    return coloured(cut(line, options.width), verdict, options);
  });
}

function failures(clauses: readonly ClauseReport[]): readonly string[] {
  const failed = clauses.filter(
    ({ verdict }) => verdict === 'fail' || verdict === 'warn' || verdict === 'open',
  );
  const sorted = [...failed].sort(
    (left, right) => order.indexOf(left.verdict) - order.indexOf(right.verdict),
  );
  return sorted.flatMap((clause) => [
    `${clause.verdict.toUpperCase()}  ${clause.id}  ${clause.text}`,
    ...clause.evidence.filter(({ outcome }) => outcome === 'failed').flatMap(evidenceLines),
  ]);
}

function evidenceLines(evidence: Evidence): readonly string[] {
  const { scenario, step, says, expected = '', actual = '', exchanges = [], curl } = evidence;
  const names = [...new Set([...(curl ?? '').matchAll(/"\$([A-Z0-9_]+)"/g)].map((found) => found[1]))];
  return [
    `  in        ${scenario}, ${step}: ${says}`,
    `  expected  ${expected}`,
    `  actual    ${actual}`,
    ...(exchanges.length === 0
      ? []
      : [`  exchange  ${exchanges.map((id) => `#${id}`).join(' ')} of the JSON report`]),
    ...(curl === undefined ? [] : [`  replay    ${curl}`]),
    ...(names.length === 0 ? [] : [`  needs     ${names.join(', ')} in the environment`]),
    '',
  ];
}

/** Clauses without a verdict, gathered by reason: the reader has one thing to do per line. */
function unjudged(clauses: readonly ClauseReport[]): readonly string[] {
  const verdicts: readonly Verdict[] = ['harness fault', 'environment', 'not verified', 'not applicable'];
  return verdicts.flatMap((verdict) => {
    const reasons = new Map<string, string[]>();
    for (const { id, verdict: found, reason = 'no reason is known' } of clauses) {
      if (found === verdict) reasons.set(reason, [...(reasons.get(reason) ?? []), id]);
    }
    return [...reasons].map(([reason, ids]) => `${verdict}: ${reason}\n  ${ids.join(' ')}`);
  });
}

function ledger({ ledger: entries }: Report): readonly string[] {
  const left = entries.filter(({ removed }) => !removed);
  const made = entries.length - left.length;
  const lines = made === 0 ? [] : [`bookings made and cancelled: ${made}`];
  if (left.length === 0) return lines;
  const kept = left.map(
    ({ bookingId, scenario, reason }) => `  ${bookingId} (${scenario}): ${reason ?? 'unknown'}`,
  );
  return [...lines, `bookings that are still there: ${left.length}`, ...kept];
}

function summary({ counts, durationMs, exchanges }: Report): string {
  const parts = order
    .filter((verdict) => counts[verdict] !== undefined)
    .map((one) => `${counts[one]} ${one}`);
  return `${parts.join(', ')}; ${exchanges.length} exchanges in ${(durationMs / 1000).toFixed(1)} s`;
}

function cut(line: string, width: number | undefined): string {
  return width === undefined || line.length <= width ? line : `${line.slice(0, Math.max(0, width - 3))}...`;
}

function coloured(line: string, verdict: Verdict, { isColoured }: TerminalOptions): string {
  const colour = colours[verdict];
  return isColoured === true && colour !== undefined ? `\u001b[${colour}m${line}\u001b[0m` : line;
}
