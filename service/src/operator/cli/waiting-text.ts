import { countedUpTo } from '../../webhooks/deliveries/backlog.js';

/** How many notices wait: a count that stopped says so. */
export const waitingText = (count: unknown): unknown => (count === countedUpTo ? `${countedUpTo}+` : count);
