import type { Standing } from './limiter.js';

/** RateLimit and RateLimit-Policy of the IETF's draft-ietf-httpapi-ratelimit-headers. */
export const rateHeaders = (standing: Standing): Readonly<Record<string, string>> => {
  const { name, limit, windowSeconds, remaining, resetSeconds } = standing;
  return {
    'RateLimit-Policy': `"${name}";q=${limit};w=${windowSeconds}`,
    RateLimit: `"${name}";r=${remaining};t=${resetSeconds}`,
  };
};
