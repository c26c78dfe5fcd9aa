import { parseArgs } from 'node:util';

interface BenchOptions {
  /** Small sizes that keep the benchmarks alive in CI; their figures mean nothing. */
  readonly isSmall: boolean;
  /** Of the search; 20,000 where it is not given. */
  readonly locations?: number;
  /** Of the deliveries; all where none is given. */
  readonly parts?: readonly string[];
}

/** Loaded on demand: each brings half the service along. */
const benches: Readonly<Record<string, (options: BenchOptions) => Promise<void>>> = {
  search: async (options) => (await import('./search.js')).run(options),
  book: async (options) => (await import('./book.js')).run(options),
  deliver: async (options) => (await import('./deliver.js')).run(options),
  footprint: async (options) => (await import('./footprint.js')).run(options),
  start: async (options) => (await import('./start.js')).run(options),
  storage: async ({ isSmall }) =>
    isSmall ? (await import('./storage.js')).run(512, 5_000) : (await import('./storage.js')).run(),
};

const usage = `Usage: npm run bench -- [NAME ...] [--small]

Names: ${Object.keys(benches).join(', ')} (all of them when none is given)
Each prints absolutes, its ratio to a baseline measured in turn with it in the same run, machine, versions and sizes.
--locations N: size of the catalogue that search is measured on (20000)
--part NAME: of the deliveries only this: clients, rates, dead, latency, memory; may be given again
--small: seconds instead of minutes, to see that they work; the figures mean nothing.
`;

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      small: { type: 'boolean', default: false },
      locations: { type: 'string' },
      part: { type: 'string', multiple: true },
      help: { type: 'boolean', default: false },
    },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(benches);
  const unknown = names.filter((name) => !Object.hasOwn(benches, name));
  if (values.help || unknown.length > 0) {
    process.stdout.write(`${unknown.length > 0 ? `Not a benchmark: ${unknown.join(', ')}\n\n` : ''}${usage}`);
    return unknown.length > 0 ? 2 : 0;
  }
  const locations = Number(values.locations ?? 0);
  for (const name of names) {
    process.stdout.write(`\n== ${name}\n`);
    await benches[name]?.({
      isSmall: values.small,
      ...(locations > 0 ? { locations } : {}),
      ...(values.part === undefined ? {} : { parts: values.part }),
    });
  }
  return 0;
};

process.exitCode = await main();
