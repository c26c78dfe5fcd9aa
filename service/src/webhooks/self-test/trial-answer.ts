import type { ExchangeReport } from './self-test-report.js';

/** An answer in words, as engineers would say it. */
export const inWords = ({ status, reason, excerpt }: ExchangeReport): string => {
  if (status === null) return `no answer (${reason}${excerpt === '' ? '' : `: ${excerpt}`})`;
  if (reason === 'duplicate') return '400 duplicate_request';
  if (reason === 'refused') return '400 without the code duplicate_request';
  return String(status);
};

/** A 2xx: the notice counts as delivered. */
export const isAccepted = ({ reason }: ExchangeReport): boolean =>
  reason === 'accepted' || reason === 'accepted_otherwise';

/** Told to come again later by the words for it. */
export const isPutOff = ({ reason }: ExchangeReport): boolean =>
  reason === 'not_found' || reason === 'rate_limited';
