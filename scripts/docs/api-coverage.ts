import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A statement of the spec, and what the page says about it. */
export interface CoverageRow {
  readonly line: number;
  readonly statement: string;
  readonly spec: string;
  readonly where: string;
  readonly proof: string;
}

const rowPattern = /^\|(?! ?-)/;

/** Cells between bars; a bar within a cell is written `\|`. */
const cellsOf = (line: string): readonly string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

/** Every row of the page's tables whose four columns end in `Where` and `Test`. */
export const readCoverage = (page: string): readonly CoverageRow[] => {
  let isProved = false;
  let isHead = true;
  return page.split('\n').flatMap((text, index) => {
    if (!text.startsWith('|')) isHead = true;
    const cells = rowPattern.test(text) ? cellsOf(text) : [];
    if (cells.length === 0) return [];
    if (isHead) isProved = cells.length === 4 && cells[2] === 'Where' && cells[3] === 'Test';
    const [statement = '', spec = '', where = '', proof = ''] = cells;
    const isRow = isProved && !isHead;
    isHead = false;
    return isRow ? [{ line: index + 1, statement, spec, where, proof }] : [];
  });
};

const tops = /^(?:service|partner-kit|conformance|scripts|test|docs)\//;

/** Paths on the page are below `service/src` or `service/test`, unless they begin at the repository's root. */
const fullPath = (path: string, below: string): string => (tops.test(path) ? path : `${below}/${path}`);

const quoted = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);

const decisionNumbers = (cell: string): readonly number[] =>
  [...cell.matchAll(/decision (\d+)/g)].map(([, number]) => Number(number));

interface Proof {
  readonly path: string;
  readonly name: string;
}

/** `path` > name of a test, one after the other between `<br>`. */
const proofsOf = (cell: string): readonly (Proof | undefined)[] =>
  cell.split('<br>').map((part) => {
    const match = /^`([^`]+)` > (.+)$/.exec(part.trim());
    return match?.[1] === undefined || match[2] === undefined
      ? undefined
      : { path: match[1], name: match[2] };
  });

const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, '$1');

/** The names given to tests and suites in a file, as they are written. */
const testNamesIn = (source: string): ReadonlySet<string> =>
  new Set(
    [...source.matchAll(/\b(?:it|test|describe|suite)\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(
      ([, , name = '']) => unescaped(name),
    ),
  );

const whereFaults = (
  root: string,
  { where }: CoverageRow,
  decisions: ReadonlySet<number>,
): readonly string[] => {
  const paths = quoted(where).map((path) => fullPath(path, 'service/src'));
  const numbers = decisionNumbers(where);
  if (paths.length + numbers.length === 0) return ['names no place'];
  return [
    ...paths.filter((path) => !existsSync(join(root, path))).map((path) => `no such file: ${path}`),
    ...numbers.filter((number) => !decisions.has(number)).map((number) => `no such decision: ${number}`),
  ];
};

const proofFaults = (root: string, { proof }: CoverageRow): readonly string[] =>
  proofsOf(proof).flatMap((each) => {
    if (each === undefined) return ['names no test'];
    const path = fullPath(each.path, 'service/test');
    if (!existsSync(join(root, path))) return [`no such file: ${path}`];
    const names = testNamesIn(readFileSync(join(root, path), 'utf8'));
    return names.has(each.name) ? [] : [`no such test: ${path} > ${each.name}`];
  });

const emptyCells = (row: CoverageRow): readonly string[] =>
  (['statement', 'spec', 'where', 'proof'] as const)
    .filter((name) => row[name] === '' || row[name] === '?')
    .map((name) => `empty: ${name}`);

/** What is wrong with the page, a line each: empty cells, and files, decisions and tests that are not there. */
export const findCoverageFaults = (root: string, page: string): readonly string[] => {
  const decisions = new Set(
    [...readFileSync(join(root, 'docs/decisions.md'), 'utf8').matchAll(/^(\d+)\. /gm)].map(([, number]) =>
      Number(number),
    ),
  );
  return readCoverage(page).flatMap((row) => {
    const empty = emptyCells(row);
    const faults =
      empty.length > 0 ? empty : [...whereFaults(root, row, decisions), ...proofFaults(root, row)];
    return faults.map((fault) => `line ${row.line}, ${row.statement}: ${fault}`);
  });
};
