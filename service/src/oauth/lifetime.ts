import { dayMs, minuteMs } from '../base/durations.js';
import type { CustomerId } from '../base/ids.js';

/** One year, as the spec has it. */
export const tokenLifetimeSeconds = 31_557_600;
export const accessLifetimeMs = tokenLifetimeSeconds * 1000;

/** A refresh token that was not used for so long is of no use any more; else no family of tokens would ever end. */
const refreshLifetimeMs = 2 * accessLifetimeMs;

export const codeLifetimeMs = 30 * minuteMs;

/** Longer than a code lives: it is the revoked family that says that its code was used. */
export const revokedKeptMs = 30 * dayMs;

/** From when no token of a family can be used, given when its generation began, epoch ms. Only users' tokens are refreshed. */
export const usefulUntil = (customer: CustomerId | null, generationBegan: number): number =>
  generationBegan + (customer === null ? accessLifetimeMs : refreshLifetimeMs);
