import { type Row, rowOf, rowsOf } from './answer.js';
import { type CliContext, type GlobalOptions, printJson } from './context.js';
import { renderTable } from './table.js';

type Print = (context: CliContext, options: Pick<GlobalOptions, 'json'>, answer: unknown) => void;

/** Prints a record, or a list of them, as a table of these columns; as it came where JSON is asked for. */
export const printTable =
  (columns: readonly string[], tabled: (row: Row) => Row = (row) => row): Print =>
  (context, { json }, answer) => {
    if (json) return printJson(context, answer);
    const rows = Array.isArray(answer) ? rowsOf(answer) : [rowOf(answer)];
    context.write(renderTable(columns, rows.map(tabled)));
  };

/** Prints what is sent to somebody, and under it each attempt to. */
export const printWithAttempts =
  (columns: readonly string[], attemptColumns: readonly string[]): Print =>
  (context, { json }, answer) => {
    if (json) return printJson(context, answer);
    const { attempts, attempt_count: count, ...record } = rowOf(answer);
    context.write(renderTable(columns, [{ ...record, attempts: count }]));
    context.write(`\n${renderTable(attemptColumns, rowsOf(attempts))}`);
  };
