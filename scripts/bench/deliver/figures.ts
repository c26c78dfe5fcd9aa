import { median } from '../search/pairs.js';

export type Write = (text: string) => void;

const row = (name: string, value: string, unit: string): string =>
  `  ${name.padEnd(50)}${value.padStart(9)}${unit}\n`;

export const line = (name: string, value: number, unit: string, digits = 0): string =>
  row(name, value.toFixed(digits), ` ${unit}`);

export const rateLine = (name: string, perSecond: readonly number[]): string =>
  line(name, median(perSecond), '/s');

/** Of pairs that were measured in turn. */
export const ratioLine = (name: string, over: readonly number[], under: readonly number[]): string =>
  row(name, median(over.map((value, index) => value / (under[index] ?? Number.NaN))).toFixed(2), '');

/** How often a second, for work that says how many milliseconds it took. */
export const perSecond = async (count: number, work: () => Promise<number>): Promise<number> =>
  (count * 1_000) / (await work());

export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((left, right) => left - right)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
