import { durationText } from '../../base/duration-text.js';

/** Seconds of an answer as people say them; nothing where there is no number. */
export const secondsText = (seconds: unknown): string | undefined =>
  typeof seconds === 'number' ? durationText(seconds * 1_000) : undefined;
