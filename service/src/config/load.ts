import { Ajv, type ErrorObject } from 'ajv';
import { type Settings, settingNames, settingsSchema } from './schema.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Everything that is wrong with the configuration, at once. */
export class ConfigurationError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The configuration is not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigurationError';
    this.faults = faults;
  }
}

const check = new Ajv({
  allErrors: true,
  coerceTypes: true,
  useDefaults: true,
  strict: false,
}).compile<Settings>(settingsSchema);

/** Of the tests and of our other commands, which people start from the same shell. */
const ofOthers = ['PARKING_TEST_', 'PARKING_CONFORMANCE_', 'PARKING_KIT_'];

const isOurs = (name: string): boolean =>
  name.startsWith('PARKING_') && !ofOthers.some((prefix) => name.startsWith(prefix));

/** Switches may be written as people write them. */
const switchWords: ReadonlyMap<string, string> = new Map([
  ['1', 'true'],
  ['on', 'true'],
  ['yes', 'true'],
  ['0', 'false'],
  ['off', 'false'],
  ['no', 'false'],
]);
const switches = new Set(
  Object.entries(settingsSchema.properties).flatMap(([name, schema]) =>
    'type' in schema && schema.type === 'boolean' ? [name] : [],
  ),
);

const readable = (name: string, value: string): string =>
  switches.has(name) ? (switchWords.get(value.toLowerCase()) ?? value.toLowerCase()) : value;

const faultText = ({ instancePath, message, params }: ErrorObject): string => {
  const allowed: unknown = params['allowedValues'];
  const demand = Array.isArray(allowed) ? `must be one of ${allowed.join(', ')}` : message;
  return `${instancePath.slice(1)} ${demand ?? 'is not valid'}`;
};

/** Several processes share one MongoDB, so their common secrets cannot be made by the first that starts. */
const missingWithMongo = (settings: Settings): string[] => {
  if (settings.PARKING_MONGODB_URL === undefined) return [];
  const required = ['PARKING_SECRET_KEY', 'PARKING_OPERATOR_TOKEN'] as const;
  return required
    .filter((name) => settings[name] === undefined)
    .map((name) => `${name} must be set when PARKING_MONGODB_URL is`);
};

const dates = ['PARKING_V3_1_DEPRECATED_AT', 'PARKING_V3_1_SUNSET_AT'] as const;

/** Dates that no calendar has; and what is given up must not have ended before (RFC 9745, 4). */
const wrongDates = (settings: Settings): string[] => {
  const instants = dates.map((name) => Date.parse(settings[name] ?? '1970-01-01'));
  const faults = dates
    .filter((_name, index) => Number.isNaN(instants[index]))
    .map((name) => `${name} is no date`);
  const [deprecatedAt = 0, sunsetAt = 0] = instants;
  const isReversed = settings.PARKING_V3_1_SUNSET_AT !== undefined && sunsetAt < deprecatedAt;
  return isReversed
    ? [...faults, 'PARKING_V3_1_SUNSET_AT must not be before PARKING_V3_1_DEPRECATED_AT']
    : faults;
};

/** The settings of an environment. An empty value means "not set". Throws `ConfigurationError` with every fault. */
export const loadSettings = (environment: Environment): Settings => {
  const written = Object.entries(environment).filter(
    ([name, value]) => isOurs(name) && value !== undefined && value !== '',
  );
  const strangers = written
    .filter(([name]) => !settingNames.includes(name))
    .map(([name]) => `${name} is not a setting; known are ${settingNames.join(', ')}`);
  const known = written.filter(([name]) => settingNames.includes(name));
  const candidate: unknown = Object.fromEntries(
    known.map(([name, value = '']) => [name, readable(name, value)]),
  );
  if (!check(candidate)) {
    const faults = (check.errors ?? []).map(faultText);
    throw new ConfigurationError([...strangers, ...new Set(faults)]);
  }
  const faults = [...strangers, ...missingWithMongo(candidate), ...wrongDates(candidate)];
  if (faults.length > 0) throw new ConfigurationError(faults);
  return Object.freeze(candidate);
};
