import { parseArgs } from 'node:util';
import { type Case, caseNames, isCaseName } from './cases.js';

export interface ListenCommand {
  readonly type: 'listen';
  readonly port: number;
  readonly host: string;
  readonly headerKey: string;
  readonly headerValue: string;
  readonly createPath: string;
  readonly cancelPath: string;
  /** Where to fetch bookings; left out, they are not fetched. */
  readonly marketplace:
    | { readonly baseUrl: string; readonly clientId: string; readonly clientSecret: string }
    | undefined;
  readonly json: boolean;
}

export interface SendCommand {
  readonly type: 'send';
  readonly url: string;
  readonly cases: readonly Case[];
  /** Left out: one that was not used before. */
  readonly bookingId: number | undefined;
  readonly headerKey: string;
  readonly headerValue: string;
  readonly json: boolean;
}

export type Command =
  | ListenCommand
  | SendCommand
  | { readonly type: 'help' }
  | { readonly type: 'version' }
  | { readonly type: 'usage'; readonly fault: string };

/** The two secrets; they come by the environment, since a command line is seen by every process. */
export interface CliSecrets {
  readonly headerValue: string | undefined;
  readonly clientSecret: string | undefined;
}

class UsageFault extends Error {}

const parse = (words: readonly string[]) =>
  parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '0' },
      host: { type: 'string', default: '127.0.0.1' },
      'header-key': { type: 'string', default: 'Authorization' },
      'create-path': { type: 'string', default: '/bookings/create' },
      'cancel-path': { type: 'string', default: '/bookings/cancel' },
      'base-url': { type: 'string' },
      'client-id': { type: 'string' },
      case: { type: 'string', default: 'all' },
      id: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      version: { type: 'boolean', default: false },
    },
  });

type Values = ReturnType<typeof parse>['values'];

const whole = (name: string, text: string, largest: number): number => {
  if (/^\d{1,16}$/.test(text) && Number(text) <= largest) return Number(text);
  throw new UsageFault(`--${name} must be a whole number up to ${largest}`);
};

const address = (name: string, text: string): string => {
  if (URL.canParse(text) && /^https?:/.test(text)) return text;
  throw new UsageFault(`${name} must be an http or https address`);
};

const marketplaceOf = (values: Values, { clientSecret }: CliSecrets): ListenCommand['marketplace'] => {
  const { 'base-url': baseUrl, 'client-id': clientId } = values;
  if (baseUrl === undefined && clientId === undefined) return undefined;
  if (baseUrl === undefined || clientId === undefined || !clientSecret)
    throw new UsageFault('to fetch bookings give --base-url, --client-id and PARKING_KIT_CLIENT_SECRET');
  return { baseUrl: address('--base-url', baseUrl), clientId, clientSecret };
};

const headerOf = (values: Values, { headerValue }: CliSecrets) => {
  if (!headerValue) throw new UsageFault('PARKING_KIT_HEADER_VALUE is not set');
  return { headerKey: values['header-key'], headerValue };
};

const listen = (values: Values, secrets: CliSecrets): ListenCommand => ({
  type: 'listen',
  port: whole('port', values.port, 65_535),
  host: values.host,
  ...headerOf(values, secrets),
  createPath: values['create-path'],
  cancelPath: values['cancel-path'],
  marketplace: marketplaceOf(values, secrets),
  json: values.json,
});

const casesOf = (name: string): readonly Case[] => {
  if (name === 'all') return caseNames;
  if (isCaseName(name)) return [name];
  throw new UsageFault(`--case must be one of ${caseNames.join(', ')}, all`);
};

const send = (url: string | undefined, values: Values, secrets: CliSecrets): SendCommand => ({
  type: 'send',
  url: address('the receiver', url ?? ''),
  cases: casesOf(values.case),
  bookingId: values.id === undefined ? undefined : whole('id', values.id, Number.MAX_SAFE_INTEGER),
  ...headerOf(values, secrets),
  json: values.json,
});

const commandOf = (words: readonly string[], secrets: CliSecrets): Command => {
  const { values, positionals } = parse(words);
  const [name, url, ...more] = positionals;
  if (values.help || words.length === 0) return { type: 'help' };
  if (values.version) return { type: 'version' };
  if (name === 'listen' && url === undefined) return listen(values, secrets);
  if (name === 'send' && more.length === 0) return send(url, values, secrets);
  throw new UsageFault('give `listen` or `send URL`');
};

/** The command that a command line asks for; faults come back as `usage`. */
export const readCommand = (words: readonly string[], secrets: CliSecrets): Command => {
  try {
    return commandOf(words, secrets);
  } catch (error) {
    // Everything thrown here tells of the command line: our own faults, and those of `parseArgs`.
    return { type: 'usage', fault: error instanceof Error ? error.message : String(error) };
  }
};
