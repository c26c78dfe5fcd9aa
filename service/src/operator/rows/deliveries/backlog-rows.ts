import { Type } from 'typebox';
import { partnerId } from '../../../base/ids.js';
import { raw } from '../../../base/reply.js';
import { type AnyRoute, route } from '../../../base/route.js';
import { sideBySide } from '../../../base/side-by-side.js';
import type { AttemptStore } from '../../../webhooks/deliveries/attempt-store.js';
import type { Backlog, PartnerBacklog } from '../../../webhooks/deliveries/backlog.js';
import type { AttemptDocument } from '../../../webhooks/deliveries/delivery.js';
import type { Partner } from '../../../webhooks/partners/partner.js';
import { partnerState } from '../../../webhooks/partners/partner-state.js';
import type { Partners } from '../../../webhooks/partners/partners.js';
import { instantText } from '../instant-text.js';
import { showBacklog } from '../show-backlog.js';

interface BacklogRowOptions {
  readonly partners: Pick<Partners, 'list' | 'view'>;
  readonly backlog: Pick<Backlog, 'of'>;
  readonly attempts: Pick<AttemptStore, 'last'>;
  readonly now: () => number;
}

interface Seen {
  readonly partner: Partner;
  readonly waiting: PartnerBacklog;
  readonly last: AttemptDocument | undefined;
}

/** There may be thousands. */
const atOnce = 16;

const waitedMs = ({ waiting }: Seen, now: number): number =>
  waiting.oldestOpenedAt === undefined ? -1 : now - waiting.oldestOpenedAt;

const showAnswer = (last: AttemptDocument | undefined) =>
  last === undefined
    ? null
    : { at: instantText(last.at), status: last.status ?? null, reason: last.reason, delivery: last.delivery };

const showSeen = ({ partner, waiting, last }: Seen, now: number) => ({
  partner: partner._id,
  name: partner.name,
  state: partnerState(partner),
  ...showBacklog(waiting, now),
  last_answer: showAnswer(last),
});

/** What waits at each partner, and for how long. */
export const createBacklogRows = ({
  partners,
  backlog,
  attempts,
  now,
}: BacklogRowOptions): readonly AnyRoute[] => {
  const see = async (partner: Partner): Promise<Seen> => {
    const [waiting, last] = await Promise.all([backlog.of(partner._id), attempts.last(partner._id)]);
    return { partner, waiting, last };
  };

  return [
    route({
      method: 'GET',
      path: '/backlog',
      operation: 'operator.backlog.list',
      summary:
        'What waits at each partner, the one whose oldest notice has waited longest first; counts stop at 10,000.',
      access: 'operator',
      input: Type.Object({ partner: Type.Optional(Type.String()) }),
      run: async ({ partner }) => {
        const known =
          partner === undefined ? await partners.list() : [await partners.view(partnerId(partner))];
        const seen = await sideBySide(known, atOnce, see);
        const at = now();
        const sorted = seen.toSorted((left, right) => waitedMs(right, at) - waitedMs(left, at));
        return raw(
          200,
          sorted.map((each) => showSeen(each, at)),
        );
      },
    }),
  ];
};
