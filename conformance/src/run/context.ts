import type { Identities } from '../capabilities/identities.js';
import type { Redactor } from '../exchange/redactor.js';
import type { Send } from '../exchange/send.js';
import type { HostedReceiver } from '../hosted/receiver.js';
import type { SchemaLibrary } from '../json/schema-library.js';
import type { Profile } from '../profile/profile.js';
import type { Clock } from './clock.js';
import type { Ledger } from './ledger.js';

/** What every step of a run may use. */
export interface RunContext {
  readonly profile: Profile;
  /** Address of the API without version, or undefined when no API was given. */
  readonly root: string | undefined;
  readonly schemas: SchemaLibrary;
  readonly send: Send;
  readonly redactor: Redactor;
  readonly identities: Identities;
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly hosted: HostedReceiver | undefined;
}

/** Milliseconds of a profile's seconds, with a default. */
export function milliseconds(seconds: number | undefined, otherwise: number): number {
  return (seconds ?? otherwise) * 1000;
}
