export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
/** Of a clock that is never put forward or back. */
export const dayMs = 24 * hourMs;
