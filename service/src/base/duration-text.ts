import { dayMs, hourMs, minuteMs } from './durations.js';

const units = [
  [dayMs, 'd'],
  [hourMs, 'h'],
  [minuteMs, 'min'],
  [1_000, 's'],
] as const;

/** A duration as people say it, in the two units that matter: `3 h 12 min`, `2 d`, `45 s`; never negative. */
export const durationText = (durationMs: number): string => {
  const left = Math.max(0, durationMs);
  const first = units.findIndex(([unitMs]) => left >= unitMs);
  const [major = [1_000, 's'] as const, minor] = first === -1 ? [] : units.slice(first, first + 2);
  const [majorMs, majorName] = major;
  const whole = `${Math.floor(left / majorMs)} ${majorName}`;
  // Seconds beside minutes say nothing that anybody waits by.
  if (minor === undefined || majorMs === minuteMs) return whole;
  const rest = Math.floor((left % majorMs) / minor[0]);
  return rest === 0 ? whole : `${whole} ${rest} ${minor[1]}`;
};
