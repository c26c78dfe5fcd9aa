import type { Report, ShownResult } from '../../../doctor/report.js';
import { printable, renderTable } from '../../table.js';

/** More partners than that share a row where nothing is wrong with them. */
const mostShown = 10;

const countOf = (report: Report, status: ShownResult['status'], noun: string): string => {
  const count = report.checks.filter((result) => result.status === status).length;
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
};

/** One row for all partners that a check found nothing wrong with, where there are many. */
const folded = (checks: readonly ShownResult[]): readonly ShownResult[] => {
  const good = (name: string): readonly ShownResult[] =>
    checks.filter(({ check, about, status }) => check === name && about !== null && status === 'ok');
  const isFolded = ({ check, about, status }: ShownResult): boolean =>
    about !== null && status === 'ok' && good(check).length > mostShown;
  const names = new Set(checks.filter(isFolded).map(({ check }) => check));
  return [
    ...checks.filter((result) => !isFolded(result)),
    ...[...names].map((check) => {
      const seen = `${good(check).length} partners are fine`;
      return { check, about: null, status: 'ok' as const, seen, advice: null };
    }),
  ];
};

const adviceText = ({ status, check, about, advice }: ShownResult): string =>
  `  ${printable(`${status.padEnd(7)}  ${check}${about === null ? '' : ` ${about}`}: ${advice}`)}\n`;

const order = ['fault', 'warning'] as const;

/** The report for people: what was seen, then what to do, the worst first. */
export const renderReport = (report: Report): string => {
  const by =
    report.checked_by === 'service'
      ? 'the running service'
      : 'this command, on the storage itself: no service runs';
  const table = renderTable(
    ['check', 'about', 'status', 'seen'],
    folded(report.checks).map(({ check, about, status, seen }) => ({ check, about, status, seen })),
  );
  const todo = order.flatMap((status) => report.checks.filter((result) => result.status === status));
  const advice = todo.filter((result) => result.advice !== null).map(adviceText);
  const closing = `${countOf(report, 'fault', 'fault')}, ${countOf(report, 'warning', 'warning')}.\n`;
  return `Looked at by ${by}, ${report.checked_at}.\n\n${table}${advice.length > 0 ? `\nWhat to do\n${advice.join('')}` : ''}\n${closing}`;
};
