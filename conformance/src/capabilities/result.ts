/** Why a capability is not there, and what that makes of the clauses that need it. */
export interface MissingCapability {
  readonly ok: false;
  readonly outcome: 'not applicable' | 'not verified' | 'environment';
  readonly reason: string;
}

/** What a scenario may need: the values it brings, or why it is not there. */
export type CapabilityResult =
  | { readonly ok: true; readonly values: Readonly<Record<string, unknown>> }
  | MissingCapability;
