import { hourMs, minuteMs } from '../../../base/durations.js';
import type { PartnerId } from '../../../base/ids.js';
import { countedUpTo, type PartnerBacklog } from '../../../webhooks/deliveries/backlog.js';
import type { DeliveryCounts } from '../../../webhooks/deliveries/deliveries.js';
import type { Partner } from '../../../webhooks/partners/partner.js';
import { partnerState } from '../../../webhooks/partners/partner-state.js';
import { type Check, type Finding, fault, ok, warning } from '../finding.js';
import { countText, spanText } from '../in-words.js';

export interface BacklogCheckOptions {
  readonly backlogOf: (partner: PartnerId) => Promise<PartnerBacklog>;
  readonly countsOf: (partner: PartnerId) => Promise<DeliveryCounts>;
  readonly now: () => number;
}

/** A worker looks at every partner each two seconds. */
const unclaimedMs = minuteMs;
const oldMs = 15 * minuteMs;
const veryOldMs = 4 * hourMs;

const waiting = (partner: Partner, backlog: PartnerBacklog, now: number): readonly Finding[] => {
  const { open, oldestOpenedAt = now } = backlog;
  if (open === 0) return [ok('nothing waits')];
  const ageMs = now - oldestOpenedAt;
  const seen = `${countText(open, 'notice', countedUpTo)} wait, the oldest for ${spanText(ageMs)}`;
  if (ageMs < oldMs) return [ok(seen)];
  const advice = `Its attempts say why: parking-service deliveries list --partner ${partner._id}`;
  return [ageMs < veryOldMs ? warning(seen, advice) : fault(seen, advice)];
};

/** Due, allowed to go, and taken by nobody. */
const unclaimed = (partner: Partner, { nextDueAt }: PartnerBacklog, now: number): readonly Finding[] => {
  const lateMs = now - (nextDueAt ?? now);
  if (partnerState(partner) !== 'live' || lateMs < unclaimedMs) return [];
  return [
    fault(
      `a notice has been due for ${spanText(lateMs)} and no worker takes it`,
      'See "processes": a worker must run, and its log says why it cannot claim.',
    ),
  ];
};

const endings = [
  [
    'unauthorised',
    'answered 401',
    (id: string) => `when the header is right: parking-service partners resume ${id} --resend-refused`,
  ],
  [
    'refused',
    'refused (400)',
    (id: string) =>
      `the partner breaks the contract: show it their attempts; when it is mended: parking-service deliveries replay --partner ${id} --state refused`,
  ],
  [
    'abandoned',
    'given up at their end',
    (id: string) => `when it is back: parking-service deliveries replay --partner ${id} --state abandoned`,
  ],
] as const;

const ended = (id: string, counts: DeliveryCounts): readonly Finding[] =>
  endings.flatMap(([state, words, adviceFor]) =>
    counts[state] === 0
      ? []
      : [
          warning(
            `${countText(counts[state], 'notice', countedUpTo)} ${words}`,
            `parking-service deliveries list --partner ${id} --state ${state}; ${adviceFor(id)}`,
          ),
        ],
  );

/** What a partner has still to be told, for how long, and what it never will be by itself. */
export const checkBacklog = (partner: Partner, options: BacklogCheckOptions): Check => ({
  name: 'backlog',
  about: partner._id,
  run: async () => {
    const [backlog, counts] = await Promise.all([
      options.backlogOf(partner._id),
      options.countsOf(partner._id),
    ]);
    const now = options.now();
    return [
      ...waiting(partner, backlog, now),
      ...unclaimed(partner, backlog, now),
      ...ended(partner._id, counts),
    ];
  },
});
