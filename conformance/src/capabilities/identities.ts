import type { Pairs } from '../exchange/exchange.js';
import type { Send } from '../exchange/send.js';
import { EnvironmentFault } from '../faults.js';
import { atPointer } from '../json/pointer.js';
import type { ClientCredentials, Profile, UserCredentials } from '../profile/profile.js';

export type IdentityName = 'client' | 'partner' | 'user' | 'stranger';

/** A token, or why there is none. */
export type Identity =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly reason: string };

export interface Identities {
  /**
   * The token of that identity, asked for once per run.
   *
   * @throws EnvironmentFault when the deployment cannot be reached or refuses the credentials themselves.
   */
  readonly get: (name: IdentityName) => Promise<Identity>;
}

const defaultPartnerScope = 'partner public';
const tokenNames: Readonly<Record<IdentityName, string>> = {
  client: 'CLIENT_TOKEN',
  partner: 'PARTNER_TOKEN',
  user: 'USER_TOKEN',
  stranger: 'STRANGER_TOKEN',
};

export function isIdentityName(name: string): name is IdentityName {
  return Object.hasOwn(tokenNames, name);
}

/** Tokens for the identities of a profile; a stranger is anybody who is not the partner. */
export function createIdentities(deps: {
  readonly profile: Profile;
  readonly root: string | undefined;
  readonly send: Send;
}): Identities {
  const { profile, root, send } = deps;
  const asked = new Map<IdentityName, Promise<Identity>>();

  const ask = async (name: IdentityName): Promise<Identity> => {
    const form = tokenForm(name, profile);
    if (form === undefined) return { ok: false, reason: `the profile gives no credentials for ${name}` };
    if (root === undefined) return { ok: false, reason: 'no base_url was given' };
    const request = {
      method: 'POST',
      url: `${root}/v4/oauth/token`,
      query: [],
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      form,
    };
    const place = { scenario: 'set up', step: `token of ${name}` };
    const result = await send(request, { place, tokenName: tokenNames[name] });
    if (!result.answered) throw new EnvironmentFault(`no token for ${name}: ${result.fault}`);
    const { status, body } = result.answer;
    const token = atPointer(body, '/access_token');
    if (typeof token === 'string' && status < 300) return { ok: true, token };
    const error = atPointer(body, '/error');
    if (error === 'invalid_client' || error === 'invalid_grant') {
      throw new EnvironmentFault(
        `the deployment refuses the credentials of ${name} (${error}): are they right?`,
      );
    }
    return {
      ok: false,
      reason: `the token endpoint answered ${status} ${String(error ?? '')} for ${name}`.trim(),
    };
  };
  const get = (name: IdentityName): Promise<Identity> => {
    const pending = asked.get(name) ?? ask(name);
    asked.set(name, pending);
    return pending;
  };
  return { get };
}

function tokenForm(name: IdentityName, profile: Profile): Pairs | undefined {
  const { client, other_client: other, user } = profile;
  switch (name) {
    case 'client':
      return client && clientForm(client, undefined);
    case 'partner':
      return client && clientForm(client, client.scope ?? defaultPartnerScope);
    case 'user':
      return user && userForm(user);
    case 'stranger':
      if (other !== undefined) return clientForm(other, other.scope ?? defaultPartnerScope);
      return user && userForm(user);
  }
}

function clientForm({ id, secret }: ClientCredentials, scope: string | undefined): Pairs {
  const pairs: Pairs = [
    ['grant_type', 'client_credentials'],
    ['client_id', id],
    ['client_secret', secret],
  ];
  return scope === undefined ? pairs : [...pairs, ['scope', scope]];
}

function userForm({ email, password }: UserCredentials): Pairs {
  return [
    ['grant_type', 'password'],
    ['customer_email', email],
    ['customer_password', password],
  ];
}
