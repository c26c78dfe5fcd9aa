import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** What a figure was measured on; a load beyond the number of cores means that others were at work as well. */
export const describeMachine = (): string => {
  const model = cpus()[0]?.model ?? 'unknown processor';
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  return `${model}, ${availableParallelism()} cores, ${gigabytes} GB, load ${load}, Node ${process.version}`;
};
