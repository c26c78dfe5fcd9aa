import type { Scope } from '../../base/caller.js';
import type { ClientId, PartnerId } from '../../base/ids.js';
import type { Permission } from './permission.js';

/** A secret as an operator sees it: `id` names it and tells nothing of it. Instants are epoch ms. */
export interface ShownSecret {
  readonly id: string;
  readonly createdAt: number;
  readonly until: number | undefined;
}

export interface RegisteredClient {
  readonly id: ClientId;
  readonly name: string;
  readonly partner: PartnerId | undefined;
  readonly scopes: readonly Scope[];
  readonly permissions: readonly Permission[];
  readonly redirectUris: readonly string[];
  /** The live ones, newest first. */
  readonly secrets: readonly ShownSecret[];
  readonly createdAt: number;
}

export interface NewClient {
  readonly name: string;
  readonly partner?: PartnerId;
  readonly scopes: readonly Scope[];
  readonly permissions?: readonly Permission[];
  readonly redirectUris?: readonly string[];
  readonly id?: ClientId;
  /** Made where it is not given. */
  readonly secret?: string;
}

export type ChangedClient = Partial<Pick<NewClient, 'name' | 'scopes' | 'permissions' | 'redirectUris'>>;

/** A secret is shown once: only its hash is kept. */
export interface ClientWithSecret {
  readonly client: RegisteredClient;
  readonly secret: string;
}

/** The OAuth clients as an operator keeps them. All throw `Problem`: `client_not_found`, or what is wrong with a field. */
export interface Clients {
  readonly registerClient: (client: NewClient) => Promise<ClientWithSecret>;
  /** Whether that id was ever given, be it to a client since deleted. */
  readonly isClientIdTaken: (id: ClientId) => Promise<boolean>;
  readonly listClients: () => Promise<readonly RegisteredClient[]>;
  readonly viewClient: (id: ClientId) => Promise<RegisteredClient>;
  /** What is given takes the place of what was; tokens given out before lose scopes that are taken away. */
  readonly changeClient: (id: ClientId, change: ChangedClient) => Promise<RegisteredClient>;
  /** Makes a second secret; the one before ends after `overlapMs`. 409 while two are live. */
  readonly rotateSecret: (id: ClientId, overlapMs: number) => Promise<ClientWithSecret>;
  /** Ends one of two live secrets at once; the other no longer ends. 409 for the only one. */
  readonly revokeSecret: (id: ClientId, secretId: string) => Promise<RegisteredClient>;
  /** Its tokens, codes and secrets end with it. */
  readonly deleteClient: (id: ClientId) => Promise<void>;
}
