import type { SignIn } from '../base/caller.js';

/** Which sign-ins of a customer count. One write of the customer ends them, however many there are and wherever they are kept. */
export interface SignIns {
  /** How often all were ended; each sign-in remembers the count it began under. */
  readonly epoch: number;
  /** The one of an earlier count that goes on: it asked for the end of the others. */
  readonly kept: string | null;
}

export const firstSignIns: SignIns = { epoch: 0, kept: null };

/** All end but the one that asks, if one does. */
export const endOthers = ({ epoch }: SignIns, asking: SignIn | undefined): SignIns => ({
  epoch: epoch + 1,
  kept: asking?.id ?? null,
});

export const isSignedIn = ({ epoch, kept }: SignIns, signIn: SignIn): boolean =>
  signIn.epoch === epoch || signIn.id === kept;
