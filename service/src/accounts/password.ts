import { hash, verify } from '@node-rs/argon2';

/** Longer ones are refused before they are hashed: hashing time grows with length. */
const maximumLength = 1024;

/** Argon2id work: memory in KiB and passes. */
export interface PasswordCost {
  readonly memoryCost: number;
  readonly timeCost: number;
}

export const defaultPasswordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2 };

export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
  /** Takes as long where there is no hash as for a wrong password. */
  readonly matches: (passwordHash: string | undefined, password: string) => Promise<boolean>;
}

export const isAcceptablePassword = (password: string): boolean =>
  password.length > 0 && password.length <= maximumLength;

export const createPasswords = (cost: PasswordCost): Passwords => {
  const options = { ...cost, parallelism: 1 };
  let decoy: Promise<string> | undefined;

  return {
    hash: (password) => hash(password, options),
    matches: async (passwordHash, password) => {
      decoy ??= hash('nobody has this password', options);
      const isAcceptable = isAcceptablePassword(password);
      const isMatch = await verify(passwordHash ?? (await decoy), isAcceptable ? password : '');
      return isMatch && isAcceptable && passwordHash !== undefined;
    },
  };
};
