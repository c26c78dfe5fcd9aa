import { type FunctionSide, openFunctionSide } from './book/function-side.js';
import { type HttpSide, openHttpSide } from './book/http-side.js';
import { describeMachine } from './machine.js';
import { median } from './search/pairs.js';

export interface BookBenchOptions {
  /** Small sizes that keep the benchmark alive in CI; their figures mean nothing. */
  readonly isSmall: boolean;
  /** Bookings in each repetition. */
  readonly bookings?: number;
  readonly write?: (text: string) => void;
}

const callers = 32;

/** Bookings, raw inserts and bookings over HTTP a second, all three measured in turn. */
interface Round {
  readonly book: number;
  readonly insert: number;
  readonly http: number;
}

const sizesOf = ({ isSmall, bookings }: BookBenchOptions) =>
  isSmall ? { count: bookings ?? 64, rounds: 3, days: 1 } : { count: bookings ?? 2_000, rounds: 9, days: 10 };

/** So many callers side by side, each waiting for its answer before it asks again. A second's worth. */
const perSecond = async (count: number, work: (index: number) => Promise<unknown>): Promise<number> => {
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: callers }, caller));
  return (count * 1_000) / (performance.now() - start);
};

interface Tally {
  soldOut: number;
  readonly statuses: Map<number, number>;
}

/** The first round warms up and is not counted. */
const measure = async (
  functions: FunctionSide,
  http: HttpSide,
  options: BookBenchOptions,
): Promise<{ readonly rounds: readonly Round[]; readonly tally: Tally }> => {
  const { count, rounds } = sizesOf(options);
  const tally: Tally = { soldOut: 0, statuses: new Map() };
  const measured: Round[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const offset = round * count;
    const book = await perSecond(count, async (index) => {
      if (!(await functions.book(offset + index))) tally.soldOut += 1;
    });
    const insert = await perSecond(count, functions.insert);
    const overHttp = await perSecond(count, async (index) => {
      const status = await http.book(offset + index);
      tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    });
    if (round > 0) measured.push({ book, insert, http: overHttp });
  }
  return { rounds: measured, tally };
};

const line = (name: string, value: number, digits: number, unit = ''): string =>
  `${name.padEnd(44)}${value.toFixed(digits).padStart(8)}${unit}\n`;

const report = (rounds: readonly Round[]): string =>
  [
    line('bookings, functions, on disk', median(rounds.map(({ book }) => book)), 0, ' /s'),
    line('raw inserts of the same document', median(rounds.map(({ insert }) => insert)), 0, ' /s'),
    line('answers to POST /bookings, own process', median(rounds.map(({ http }) => http)), 0, ' /s'),
    line('ratio of bookings to raw inserts', median(rounds.map(({ book, insert }) => book / insert)), 3),
    line('ratio of HTTP to functions', median(rounds.map(({ book, http }) => http / book)), 2),
  ].join('');

const statusText = ({ statuses }: Tally): string =>
  [...statuses].map(([status, count]) => `${count} of ${status}`).join(', ');

/** Bookings a second, each durable on disk before it is answered; a raw insert in the same engine is the yardstick. */
export const run = async (options: BookBenchOptions): Promise<void> => {
  const write = options.write ?? ((text: string) => void process.stdout.write(text));
  const { count, rounds, days } = sizesOf(options);
  write(`book: ${count} bookings, ${callers} callers, median of ${rounds} rounds in turn\n`);
  write(`machine     ${describeMachine()}\n`);
  const functions = await openFunctionSide();
  try {
    const http = await openHttpSide(callers, days);
    try {
      const measured = await measure(functions, http, options);
      write(report(measured.rounds));
      write(`sold out, functions: ${measured.tally.soldOut}; oversold: ${await functions.oversold()}\n`);
      write(`HTTP, ${http.quotes} quotes: ${statusText(measured.tally)}\n`);
    } finally {
      await http.close();
    }
  } finally {
    await functions.close();
  }
};
