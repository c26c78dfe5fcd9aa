import type { CustomerId } from '../base/ids.js';
import type { Address } from './address.js';

/** Each purpose has its own code, so that none that somebody else asks for takes the place of one's own. */
export const signInCode = ({ key }: Address): string => `sign_in:${key}`;
/** The sign-in code that an owner asked for where they are known; no stranger's takes its place. */
export const knownCode = ({ key }: Address): string => `known:${key}`;
export const accountCode = ({ key }: Address): string => `account:${key}`;
export const changeCode = ({ key }: Address, customer: CustomerId): string => `change:${customer}:${key}`;
