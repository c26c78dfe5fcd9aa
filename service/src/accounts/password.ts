import { hash, verify } from '@node-rs/argon2';
import { createBoundedWork } from '../base/bounded-work.js';

const minimumLength = 8;
/** Longer ones are refused before they are hashed: hashing time grows with length. */
const maximumLength = 1024;

/** Argon2id work: memory in KiB and passes. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** 19 MiB, two passes, one lane: the least that OWASP's password storage guidance names for argon2id. */
export const defaultPasswordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

/** A hash takes 19 MiB and a thread: half of the four that Node has, and half a second of waiting. */
const hashingBound = { atOnce: 2, waiting: 32 };

/** All that hashes shares one bound, and throws `service_unavailable` beyond it. */
export interface Passwords {
  /** Throws where hashing would be refused now: to be asked before a try is counted. */
  readonly requireRoom: () => void;
  readonly hash: (password: string) => Promise<string>;
  /** Takes as long where there is no hash as for a wrong password. */
  readonly matches: (passwordHash: string | undefined, password: string) => Promise<boolean>;
  /** The hash was made with other work than is done now. */
  readonly isOutdated: (passwordHash: string) => boolean;
}

const isHashable = (password: string): boolean => password.length > 0 && password.length <= maximumLength;

/** May be chosen by somebody with these addresses; those chosen before stay good. */
export const isAcceptablePassword = (password: string, addresses: readonly string[]): boolean =>
  isHashable(password) &&
  password.length >= minimumLength &&
  !addresses.some((address) => address.toLowerCase() === password.trim().toLowerCase());

/** The same letters typed on another system may come in another Unicode form. */
const spelled = (password: string): string => password.normalize('NFC');

export const createPasswords = (cost: PasswordCost): Passwords => {
  const options = { ...cost, parallelism: 1 };
  const made = `$m=${cost.memoryCost},t=${cost.timeCost},p=1$`;
  const { run, requireRoom } = createBoundedWork(hashingBound);
  let decoy: Promise<string> | undefined;

  return {
    requireRoom,
    hash: (password) => run(() => hash(spelled(password), options)),
    matches: async (passwordHash, password) => {
      const given = isHashable(password) ? spelled(password) : '';
      const isMatch = await run(async () => {
        decoy ??= hash('nobody has this password', options);
        return verify(passwordHash ?? (await decoy), given);
      });
      return isMatch && isHashable(password) && passwordHash !== undefined;
    },
    isOutdated: (passwordHash) => !passwordHash.startsWith('$argon2id$') || !passwordHash.includes(made),
  };
};
