import type { MongoClientOptions } from 'mongodb';

/** Options of the driver, with the URL's names for them. */
const defaults: readonly { readonly inUrl: readonly string[]; readonly option: MongoClientOptions }[] = [
  { inUrl: ['appname'], option: { appName: 'parking-service' } },
  // Nothing is acknowledged that a fail-over could take back.
  { inUrl: ['w', 'journal', 'j'], option: { writeConcern: { w: 'majority', journal: true } } },
  // A compare-and-set must read what it will meet.
  { inUrl: ['readpreference'], option: { readPreference: 'primary' } },
  // Readiness turns red after this, instead of after the driver's 30 s.
  { inUrl: ['serverselectiontimeoutms'], option: { serverSelectionTimeoutMS: 3_000 } },
  // A server that fell silent is found out, and what hangs on its connections ends, within this and the next.
  { inUrl: ['heartbeatfrequencyms'], option: { heartbeatFrequencyMS: 3_000 } },
  { inUrl: ['connecttimeoutms'], option: { connectTimeoutMS: 5_000 } },
  { inUrl: ['sockettimeoutms'], option: { socketTimeoutMS: 30_000 } },
];

const namesIn = (url: string): ReadonlySet<string> =>
  new Set([...new URLSearchParams(url.split('?')[1]).keys()].map((name) => name.toLowerCase()));

/** Our defaults, but for what the URL says itself: given both, the driver would take ours. */
export const clientOptionsFor = (url: string): MongoClientOptions => {
  const said = namesIn(url);
  const unsaid = defaults.filter(({ inUrl }) => !inUrl.some((name) => said.has(name)));
  return Object.assign({}, ...unsaid.map(({ option }) => option));
};

/** The name given, else the one in the URL's path, else `parking`. */
export const databaseNameOf = (url: string, databaseName: string | undefined): string =>
  databaseName ?? /^[^/]+\/\/[^/?]+\/([^?]+)/.exec(url)?.[1] ?? 'parking';
