import { BlockedStep, EnvironmentFault, faultText } from '../faults.js';
import { basicCredentials } from '../profile/basic-credentials.js';
import type { ClientCredentials, Profile } from '../profile/profile.js';
import type { RunContext } from '../run/context.js';
import { discover } from './discover.js';
import type { IdentityName } from './identities.js';
import type { CapabilityResult } from './result.js';

export interface Capabilities {
  /** Finds out once per run whether the capability is there. */
  readonly get: (name: string) => Promise<CapabilityResult>;
}

type Finder = (context: RunContext) => Promise<CapabilityResult>;

/** Every capability by the name scenarios and the profile's `absent` use, with how to get it. */
const finders: Readonly<Record<string, Finder>> = {
  client: async ({ profile }) => having(profile.client, clientValues, 'client.id and client.secret'),
  user: async ({ profile }) =>
    having(
      profile.user,
      ({ email, password }) => ({ user_email: email, user_password: password }),
      'user.email and user.password',
    ),
  partner: identity('partner'),
  user_token: identity('user'),
  stranger: identity('stranger'),
  bookable: (context) => discover(context, 'plain'),
  sized: (context) => discover(context, 'sized'),
  receiver: async ({ profile }) => having(profile.receiver, () => ({}), 'receiver.url'),
  create_notices: (context) => receiverPath(context, 'create_path'),
  cancel_notices: (context) => receiverPath(context, 'cancel_path'),
  effects: async ({ profile }) => having(profile.receiver?.effects_url, () => ({}), 'receiver.effects_url'),
  trouble: async ({ profile }) => having(profile.receiver?.trouble, () => ({}), 'receiver.trouble'),
  hosted: async ({ profile, hosted }) =>
    hosted === undefined
      ? missing('the run hosts no receiver')
      : found({ header_value: profile.sender?.header.value ?? '', ...senderPaths(profile) }),
};

export const capabilityNames: ReadonlySet<string> = new Set(Object.keys(finders));

/** Capabilities of one run, each found out at most once; what the profile calls absent is not looked for. */
export function createCapabilities(context: RunContext): Capabilities {
  const asked = new Map<string, Promise<CapabilityResult>>();
  const ask = async (name: string): Promise<CapabilityResult> => {
    const absent = context.profile.absent?.[name];
    if (absent !== undefined)
      return { ok: false, outcome: 'not applicable', reason: `declared absent: ${absent}` };
    const finder = finders[name];
    if (finder === undefined) return missing(`capability ${name} is not known`);
    try {
      return await finder(context);
    } catch (fault) {
      if (fault instanceof BlockedStep) return missing(fault.message);
      if (!(fault instanceof EnvironmentFault)) throw fault;
      return { ok: false, outcome: 'environment', reason: faultText(fault) };
    }
  };
  const get = (name: string): Promise<CapabilityResult> => {
    const pending = asked.get(name) ?? ask(name);
    asked.set(name, pending);
    return pending;
  };
  return { get };
}

function found(values: Readonly<Record<string, unknown>>): CapabilityResult {
  return { ok: true, values };
}

function missing(reason: string): CapabilityResult {
  return { ok: false, outcome: 'not verified', reason };
}

function having<T>(
  value: T | undefined,
  values: (value: T) => Readonly<Record<string, unknown>>,
  setting: string,
): CapabilityResult {
  return value === undefined ? missing(`the profile has no ${setting}`) : found(values(value));
}

function identity(name: IdentityName): Finder {
  return async ({ identities }) => {
    const result = await identities.get(name);
    return result.ok ? found({}) : missing(result.reason);
  };
}

/** Where notices go; with it what it takes to book, where the receiver wants real bookings. */
async function receiverPath(
  context: RunContext,
  path: 'create_path' | 'cancel_path',
): Promise<CapabilityResult> {
  const { receiver } = context.profile;
  const value = receiver?.[path];
  if (receiver === undefined || value === undefined) return missing(`the profile has no receiver.${path}`);
  const bookable = receiver.booking_ids === 'book' ? await discover(context, 'plain') : found({});
  if (!bookable.ok) return bookable;
  const url = `${receiver.url.replace(/\/+$/, '')}${value}`;
  const name = path === 'create_path' ? 'create_url' : 'cancel_url';
  const { header } = receiver;
  return found({ ...bookable.values, [name]: url, header_name: header.name, header_value: header.value });
}

function clientValues(client: ClientCredentials) {
  const { id, secret } = client;
  return { client_id: id, client_secret: secret, client_basic: basicCredentials(client) };
}

function senderPaths({ sender }: Profile) {
  return {
    create_path: sender?.create_path ?? defaultPaths.create,
    cancel_path: sender?.cancel_path ?? defaultPaths.cancel,
  };
}

/** Paths of the hosted receiver unless the profile says others. */
export const defaultPaths = { create: '/bookings', cancel: '/cancellations' } as const;
