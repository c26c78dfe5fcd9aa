/** RFC 9110 asks for the first form; receivers of the two obsolete ones may read them, this one does not. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** Reads Retry-After (seconds or an HTTP date) as milliseconds from now, never negative; `undefined` when it says nothing readable. */
export const retryAfterMs = (header: string | undefined, now: number): number | undefined => {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!httpDate.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
};
