import type { ClientId, CustomerId, PartnerId } from './ids.js';

export type Scope = 'public' | 'partner' | 'mobile' | 'internal' | 'data';
export const scopes = ['public', 'partner', 'mobile', 'internal', 'data'] as const satisfies readonly Scope[];

/** Who sends a request, as their token says. `partner` is the partner that owns the token's client. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'client';
      readonly client: ClientId;
      readonly partner: PartnerId | undefined;
      readonly scopes: readonly Scope[];
    }
  | {
      readonly kind: 'user';
      readonly client: ClientId;
      readonly customer: CustomerId;
      readonly partner: PartnerId | undefined;
      readonly scopes: readonly Scope[];
    };

export const anonymous: Caller = { kind: 'anonymous' };

export const hasScope = (caller: Caller, scope: Scope): boolean =>
  caller.kind !== 'anonymous' && caller.scopes.includes(scope);
