const textOf = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Control characters and those that turn the direction of writing could move the reader's cursor or forge lines. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');

/** Columns as wide as their widest value, for people. */
export const renderTable = (
  columns: readonly string[],
  rows: readonly Readonly<Record<string, unknown>>[],
): string => {
  const cells = rows.map((row) => columns.map((column) => printable(textOf(row[column]))));
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  const head = [line(columns), widths.map((width) => '-'.repeat(width)).join('  ')];
  return `${[...head, ...cells.map(line)].join('\n')}\n`;
};
