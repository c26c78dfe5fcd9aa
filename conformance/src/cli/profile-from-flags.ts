import { UsageFault } from '../faults.js';
import type { SchemaLibrary } from '../json/schema-library.js';
import { checkedProfile, type Environment, type LoadedProfile, loadProfile } from '../profile/load.js';
import type { Profile } from '../profile/profile.js';
import type { RunFlags } from './run-options.js';

/**
 * The profile of the file, or an empty one, with the flags laid over it.
 *
 * @throws UsageFault when a flag lacks its other half.
 */
export function profileFromFlags(
  flags: RunFlags,
  environment: Environment,
  schemas: SchemaLibrary,
): LoadedProfile {
  const loaded: LoadedProfile =
    flags.profile === undefined
      ? { profile: {}, secrets: new Map() }
      : loadProfile(flags.profile, environment, schemas);
  const { profile } = loaded;
  const near = coordinatesOf(flags.near);
  const client = clientOf(flags, environment, profile);
  const user = userOf(flags, environment, profile);
  const laid = {
    ...profile,
    ...(flags.baseUrl === undefined ? {} : { base_url: flags.baseUrl }),
    ...(client === undefined ? {} : { client }),
    ...(user === undefined ? {} : { user }),
    ...(near === undefined ? {} : { search: { ...profile.search, near } }),
    ...(flags.listen === undefined ? {} : { sender: senderListening(profile, flags.listen) }),
  };
  return { ...loaded, profile: checkedProfile(laid, schemas) };
}

function clientOf(flags: RunFlags, environment: Environment, { client }: Profile) {
  const id = flags.clientId ?? client?.id;
  const secret = flags.clientSecret ?? environment['PARKING_CONFORMANCE_CLIENT_SECRET'] ?? client?.secret;
  if (id === undefined && flags.clientSecret === undefined) return undefined;
  if (id === undefined || secret === undefined)
    throw new UsageFault('--client-id and --client-secret go together');
  return { ...client, id, secret };
}

function userOf(flags: RunFlags, environment: Environment, { user }: Profile) {
  const email = flags.email ?? user?.email;
  const password = flags.password ?? environment['PARKING_CONFORMANCE_PASSWORD'] ?? user?.password;
  if (email === undefined && flags.password === undefined) return undefined;
  if (email === undefined || password === undefined)
    throw new UsageFault('--email and --password go together');
  return { email, password };
}

function coordinatesOf(near: string | undefined): readonly number[] | undefined {
  if (near === undefined) return undefined;
  const numbers = near.split(',').map(Number);
  if (numbers.length === 2 && numbers.every(Number.isFinite)) return numbers;
  throw new UsageFault(`--near wants LAT,LON, not ${near}`);
}

function senderListening({ sender }: Profile, listen: string) {
  if (sender === undefined)
    throw new UsageFault('--listen needs a `sender:` part in the profile, for its header');
  return { ...sender, listen };
}
