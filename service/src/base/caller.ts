import type { ClientId, CustomerId, PartnerId } from './ids.js';

export type Scope = 'public' | 'partner' | 'mobile' | 'internal' | 'data';
export const scopes = ['public', 'partner', 'mobile', 'internal', 'data'] as const satisfies readonly Scope[];

/** One sign-in of a customer: all the tokens that follow from it. */
export interface SignIn {
  readonly id: string;
  /** How often all sign-ins of the customer had been ended when it began. */
  readonly epoch: number;
}

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
      readonly signIn: SignIn;
      readonly partner: PartnerId | undefined;
      readonly scopes: readonly Scope[];
    };

export const anonymous: Caller = { kind: 'anonymous' };

export const hasScope = (caller: Caller, scope: Scope): boolean =>
  caller.kind !== 'anonymous' && caller.scopes.includes(scope);
