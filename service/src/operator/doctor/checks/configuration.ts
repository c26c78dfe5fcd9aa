import type { ResolvedSettings } from '../../../config/local-state.js';
import { type Check, type Finding, fault, ok, warning } from '../finding.js';
import { weaknessOf } from '../weak-secret.js';

type Rule = (settings: ResolvedSettings) => Finding | undefined;

const loopback = /^(localhost|127(\.\d+){3}|::1)$/i;
const isOpen = ({ PARKING_HOST: host }: ResolvedSettings): boolean => !loopback.test(host);
const isLoopbackUrl = (text: string): boolean =>
  URL.canParse(text) && loopback.test(new URL(text).hostname.replace(/^\[|\]$/g, ''));

const mongoOptions = ({ PARKING_MONGODB_URL: url }: ResolvedSettings): ReadonlyMap<string, string> =>
  new Map(
    [...new URLSearchParams(url?.split('?')[1] ?? '')].map(([name, value]) => [name.toLowerCase(), value]),
  );

const weakSecret =
  (name: 'PARKING_SECRET_KEY' | 'PARKING_OPERATOR_TOKEN'): Rule =>
  (settings) => {
    const weakness = weaknessOf(settings[name]);
    if (weakness === undefined) return undefined;
    return fault(`${name} ${weakness}`, `Make a new one: openssl rand -hex 32. (Not shown here.)`);
  };

const sharedSecret: Rule = ({ PARKING_SECRET_KEY: key, PARKING_OPERATOR_TOKEN: token }) =>
  key === token
    ? fault('PARKING_OPERATOR_TOKEN is PARKING_SECRET_KEY', 'Whoever operates could forge tokens: use two.')
    : undefined;

const openDemo: Rule = (settings) =>
  settings.PARKING_DEMO && isOpen(settings)
    ? fault(
        `demo mode listens on ${settings.PARKING_HOST}`,
        'Set PARKING_DEMO=off with a new data directory, or PARKING_HOST=127.0.0.1.',
      )
    : undefined;

const openSandbox: Rule = (settings) =>
  settings.PARKING_SANDBOX && isOpen(settings)
    ? fault(
        `the sandbox listens on ${settings.PARKING_HOST}: its clock only goes forward, for real bookings too`,
        'Set PARKING_SANDBOX=off, or PARKING_HOST=127.0.0.1.',
      )
    : undefined;

const openTargets: Rule = (settings) =>
  settings.PARKING_ALLOW_PRIVATE_TARGETS && isOpen(settings)
    ? warning(
        'notices may go to private addresses, and the service is open to others',
        'Set PARKING_ALLOW_PRIVATE_TARGETS=off unless partners are inside your network.',
      )
    : undefined;

const demoOnMongo: Rule = ({ PARKING_DEMO, PARKING_MONGODB_URL }) =>
  PARKING_DEMO && PARKING_MONGODB_URL !== undefined
    ? warning('demo data goes into MongoDB', 'Set PARKING_DEMO=off where bookings are real.')
    : undefined;

const plainBase: Rule = ({ PARKING_BASE_URL: base }) =>
  base?.startsWith('http:') === true && !isLoopbackUrl(base)
    ? warning('PARKING_BASE_URL is http', 'Tokens and passes travel unencrypted: serve https in front.')
    : undefined;

const missingBase: Rule = (settings) =>
  settings.PARKING_BASE_URL === undefined && isOpen(settings)
    ? warning('links are made from each request’s Host', 'Set PARKING_BASE_URL to the address people use.')
    : undefined;

const untrustedProxy: Rule = ({ PARKING_BASE_URL: base, PARKING_TRUST_PROXY: proxies }) =>
  base?.startsWith('https:') === true && proxies === 0
    ? warning(
        'something in front serves https, and PARKING_TRUST_PROXY is 0',
        'Rate limits take all callers for one: set it to the number of your proxies.',
      )
    : undefined;

const noLimit: Rule = (settings) => {
  const { PARKING_RATE_LIMIT_ANONYMOUS: anonymous, PARKING_RATE_LIMIT_SIGN_IN: signIn } = settings;
  return isOpen(settings) && (anonymous === 0 || signIn === 0)
    ? warning('strangers are not limited', 'Set PARKING_RATE_LIMIT_ANONYMOUS and PARKING_RATE_LIMIT_SIGN_IN.')
    : undefined;
};

const openMetrics: Rule = (settings) =>
  settings.PARKING_METRICS_OPEN && isOpen(settings)
    ? warning(
        'anyone may read /metrics, partners’ names included',
        'Set PARKING_METRICS_OPEN=off, or see that only your network gets there.',
      )
    : undefined;

const noMessages: Rule = ({ PARKING_MESSAGES_DIR: folder, PARKING_MESSAGES_URL: url }) =>
  folder === undefined && url === undefined
    ? warning(
        'messages to people wait: they have no way out',
        'Set PARKING_MESSAGES_URL or PARKING_MESSAGES_DIR.',
      )
    : undefined;

const plainGateway: Rule = ({ PARKING_MESSAGES_URL: url }) =>
  url?.startsWith('http:') === true && !isLoopbackUrl(url)
    ? warning('the message gateway is reached by http', 'Codes and its token travel unencrypted: use https.')
    : undefined;

const silent: Rule = ({ PARKING_LOG_LEVEL: level }) =>
  level === 'silent' || level === 'error'
    ? warning(`PARKING_LOG_LEVEL is ${level}`, 'Pauses and lost leases go unseen: use info or warn.')
    : undefined;

const keptNowhere: Rule = ({ PARKING_DATA_DIR: folder, PARKING_MONGODB_URL: url }) =>
  folder === ':memory:' && url === undefined
    ? warning('nothing is kept: the data is in memory', 'Set PARKING_DATA_DIR to a folder.')
    : undefined;

const weakWrites: Rule = (settings) => {
  const options = mongoOptions(settings);
  const w = options.get('w') ?? 'majority';
  const journal = options.get('journal') ?? options.get('j') ?? 'true';
  if (w === 'majority' && journal !== 'false') return undefined;
  return fault(
    `PARKING_MONGODB_URL asks for w=${w}, journal=${journal}`,
    'A fail-over can take back bookings and notices that were confirmed: leave both out.',
  );
};

const staleReads: Rule = (settings) => {
  const preference = mongoOptions(settings).get('readpreference') ?? 'primary';
  return preference === 'primary'
    ? undefined
    : fault(
        `PARKING_MONGODB_URL asks for readPreference=${preference}`,
        'Spaces are sold by compare-and-set, which must read what it will meet: leave it out.',
      );
};

const rules: readonly Rule[] = [
  weakSecret('PARKING_SECRET_KEY'),
  weakSecret('PARKING_OPERATOR_TOKEN'),
  sharedSecret,
  openDemo,
  openSandbox,
  openTargets,
  demoOnMongo,
  plainBase,
  missingBase,
  untrustedProxy,
  noLimit,
  openMetrics,
  noMessages,
  plainGateway,
  silent,
  keptNowhere,
  weakWrites,
  staleReads,
];

/** Settings that are valid each, and wrong or dangerous together. */
export const checkConfiguration = (settings: ResolvedSettings): Check => ({
  name: 'configuration',
  run: async () => {
    const findings = rules.flatMap((rule) => rule(settings) ?? []);
    return findings.length > 0 ? findings : [ok('valid, and nothing in it is dangerous together')];
  },
});
