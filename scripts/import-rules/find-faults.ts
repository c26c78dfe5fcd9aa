import { findCycles } from './find-cycles.js';
import type { SourceFile } from './read-imports.js';

const capabilities = [
  'catalogue',
  'pricing',
  'inventory',
  'quotes',
  'bookings',
  'accounts',
  'oauth',
  'webhooks',
  'messages',
  'outbound',
  'jobs',
  'config',
  'sandbox',
];
const edges = ['http', 'pages', 'operator', 'storage', 'metrics'];

/** Which other capability a capability may know; the arrows follow the money. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  catalogue: ['pricing'],
  quotes: ['pricing', 'inventory', 'catalogue'],
  bookings: ['quotes', 'pricing', 'inventory', 'catalogue', 'accounts', 'messages'],
  accounts: ['messages'],
  messages: ['outbound'],
  webhooks: ['bookings', 'outbound'],
  oauth: ['accounts'],
};

/** Which folder of the service alone may import a package. */
const packageHomes: Readonly<Record<string, readonly string[]>> = {
  koa: ['http', 'pages'],
  '@koa/router': ['http', 'pages'],
  'koa-bodyparser': ['http', 'pages'],
  mongodb: ['storage'],
  libsql: ['storage'],
  agenda: ['jobs'],
  undici: ['outbound'],
  'prom-client': ['metrics'],
};

/** `service/src/bookings/book.ts` is in room `bookings`; `service/src/app.ts` in room `app`. */
const roomOf = (path: string): string => (path.split('/')[2] ?? '').replace(/\.ts$/, '');

const mayImport = (from: string, to: string): boolean => {
  if (from === to || to === 'base') return true;
  if (from === 'base') return false;
  if (from === 'main') return true;
  if (from === 'app') return to !== 'main';
  if (edges.includes(from)) return capabilities.includes(to);
  return arrows[from]?.includes(to) ?? false;
};

const roomFaults = (source: SourceFile): string[] =>
  source.files
    .filter((file) => !file.startsWith('service/src/') || !mayImport(roomOf(source.path), roomOf(file)))
    .map((file) => `${source.path}: may not import ${file}`);

const packageFaults = (source: SourceFile): string[] =>
  source.packages
    .filter((name) => packageHomes[name]?.includes(roomOf(source.path)) === false)
    .map((name) => `${source.path}: ${name} belongs to ${packageHomes[name]?.join(' and ')}`);

const serviceFaults = (source: SourceFile): string[] => [
  ...roomFaults(source),
  ...packageFaults(source),
  ...(source.readsEnvironment && roomOf(source.path) !== 'main'
    ? [`${source.path}: only main.ts reads the environment`]
    : []),
];

const workspaceFaults = (source: SourceFile): string[] => {
  const own = source.path.split('/')[0];
  const strangers = source.files.filter((file) => file.split('/')[0] !== own);
  const ours = source.packages.filter((name) => name.startsWith('@parking-toolkit/'));
  return [...strangers, ...ours].map((name) => `${source.path}: a package may not import ${name}`);
};

const indexFaults = (source: SourceFile): string[] =>
  source.files
    .filter((file) => file.endsWith('/index.ts') && source.path.startsWith(file.slice(0, -'index.ts'.length)))
    .map((file) => `${source.path}: an inner file may not import its own ${file}`);

/** Every breach of the house's import rules (CONTRIBUTING.md), one line each. */
export const findFaults = (sources: readonly SourceFile[]): readonly string[] => [
  ...sources.filter(({ path }) => path.startsWith('service/')).flatMap(serviceFaults),
  ...sources.flatMap(workspaceFaults),
  ...sources.flatMap(indexFaults),
  ...findCycles(sources).map((cycle) => `cycle: ${cycle.join(' -> ')}`),
];
