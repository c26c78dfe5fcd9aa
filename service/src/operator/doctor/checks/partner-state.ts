import { hourMs } from '../../../base/durations.js';
import type { Partner, ShownEndpoint } from '../../../webhooks/partners/partner.js';
import { type Check, type Finding, fault, ok, warning } from '../finding.js';
import { spanText } from '../in-words.js';

const command = (words: string): string => `parking-service partners ${words}`;

const liveness = ({ _id, live, endpoint }: Partner): readonly Finding[] => {
  if (endpoint === null) return [warning('it has no endpoint', command(`set ${_id} --help`))];
  if (live !== null) return [];
  return [
    warning(
      'its endpoint is off: it has not passed its self test, and its notices wait',
      `${command(`test ${_id}`)} (or, untested: ${command(`override ${_id} --by NAME`)})`,
    ),
  ];
};

const pause = ({ _id, paused, pausedAt }: Partner, now: number): readonly Finding[] => {
  if ((paused ?? null) === null) return [];
  const since = pausedAt === null || pausedAt === undefined ? '' : ` for ${spanText(now - pausedAt)}`;
  const resume = command(`resume ${_id}`);
  if (paused !== 'unauthorised') return [warning(`paused${since} (${paused}): its notices wait`, resume)];
  return [
    fault(
      `paused${since}: it answers 401 to our header, and its notices wait`,
      `Agree on a value: ${command(`set ${_id} --header NAME -`)}, then ${command(`test ${_id}`)}, then ${resume} --resend-refused`,
    ),
  ];
};

const refusals = ({ paused, unauthorisedInRow }: Partner): readonly Finding[] =>
  unauthorisedInRow === 0 || (paused ?? null) !== null
    ? []
    : [
        warning(
          `it answered 401 to the last ${unauthorisedInRow} of its notices`,
          'Ask the partner which header value it expects; after a few more the endpoint is paused.',
        ),
      ];

const breaker = ({ _id, breaker: { st, until, reason } }: Partner, now: number): readonly Finding[] => {
  if (st === 'closed') return [];
  const wait = until === null || until <= now ? 'now' : `in ${spanText(until - now)}`;
  return [
    warning(
      `its breaker is ${st === 'open' ? 'open' : 'half open'} (${reason ?? 'no reason kept'}): its notices wait, and it is tried again ${wait}`,
      `Tell it what its last attempts say (parking-service deliveries list --partner ${_id}); once it is back notices go by themselves, or at once: ${command(`close-breaker ${_id}`)}`,
    ),
  ];
};

const oldHeader = (id: string, endpoint: ShownEndpoint | null, now: number): readonly Finding[] => {
  const previous = endpoint?.previous ?? null;
  if (previous === null || previous.until <= now) return [];
  const { uses, lastUsedAt, until } = previous;
  const ends = spanText(until - now);
  if (uses === 0 || lastUsedAt === null)
    return [
      ok(
        `the header value before is unused and lives for ${ends} more (${command(`revoke-old ${id}`)} ends it now)`,
      ),
    ];
  const isRecent = now - lastUsedAt < hourMs;
  const seen = `it still took the old header value ${spanText(now - lastUsedAt)} ago (${uses} times so far), which ends in ${ends}`;
  return [
    isRecent
      ? warning(
          seen,
          `Ask it to switch. When it says that it has: ${command(`test ${id}`)} sends the new value alone; then ${command(`revoke-old ${id}`)}`,
        )
      : ok(seen),
  ];
};

/** What stands between a partner and its notices. */
export const checkPartnerState = (partner: Partner, now: () => number): Check => ({
  name: 'endpoint',
  about: partner._id,
  run: async () => {
    const at = now();
    const findings = [
      ...liveness(partner),
      ...pause(partner, at),
      ...refusals(partner),
      ...breaker(partner, at),
      ...oldHeader(partner._id, partner.endpoint, at),
    ];
    return findings.length > 0 ? findings : [ok('live')];
  },
});
