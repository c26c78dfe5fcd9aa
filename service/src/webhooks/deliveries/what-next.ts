import { durationText } from '../../base/duration-text.js';
import { formatInZone } from '../../base/zoned-time.js';
import type { Partner } from '../partners/partner.js';
import type { DeliveryDocument } from './delivery.js';
import { holdsCancel } from './holds-cancel.js';

/** What a delivery waits for, in a word. */
export type WaitsFor =
  | 'nothing'
  | 'operator'
  | 'answer'
  | 'endpoint'
  | 'go_live'
  | 'resume'
  | 'breaker'
  | 'create'
  | 'schedule'
  | 'worker';

/** What will happen next, as a word for programs and a sentence for people. */
export interface Outlook {
  readonly waitsFor: WaitsFor;
  readonly sentence: string;
}

export interface OutlookQuestion {
  readonly delivery: DeliveryDocument;
  /** Of a cancel: its booking's create, if there is one. */
  readonly create?: DeliveryDocument | undefined;
  readonly partner:
    | (Pick<Partner, '_id' | 'live' | 'paused' | 'breaker'> & {
        readonly endpoint: Pick<NonNullable<Partner['endpoint']>, 'createPath' | 'cancelPath'> | null;
      })
    | undefined;
  /** How long a create that is still being sent holds its cancel back. */
  readonly holdCancelMs: number;
  /** Epoch ms, as are all instants. */
  readonly now: number;
}

type Rule = (question: OutlookQuestion) => Outlook | undefined;

const cli = 'parking-service';

const instant = (at: number): string => formatInZone(at, 'UTC');

const later = (at: number, now: number): string =>
  at > now ? `at ${instant(at)}, in ${durationText(at - now)}` : 'as soon as a worker takes it';

const outlook = (waitsFor: WaitsFor, sentence: string): Outlook => ({ waitsFor, sentence });

const isOnItsWay = ({ tok, due }: DeliveryDocument, now: number): boolean =>
  (tok ?? null) !== null && due > now;

const pathOf = ({ delivery, partner }: OutlookQuestion): string | null =>
  (delivery.kind === 'create' ? partner?.endpoint?.createPath : partner?.endpoint?.cancelPath) ?? null;

const onItsWay: Rule = ({ delivery, now }) =>
  isOnItsWay(delivery, now)
    ? outlook(
        'answer',
        `It is on its way; if its worker dies, another sends it again ${later(delivery.due, now)}.`,
      )
    : undefined;

const withoutEndpoint: Rule = ({ delivery: { partner: id }, partner }) =>
  (partner?.endpoint ?? null) === null
    ? outlook(
        'endpoint',
        `${id} has no endpoint yet: say where its notices go with "${cli} partners set ${id}".`,
      )
    : undefined;

const off: Rule = ({ delivery: { partner: id }, partner }) =>
  partner?.live === null
    ? outlook(
        'go_live',
        `The endpoint of ${id} is off: run "${cli} partners test ${id}", it goes live when it has passed.`,
      )
    : undefined;

const paused: Rule = ({ delivery: { partner: id }, partner }) => {
  const reason = partner?.paused ?? null;
  if (reason === null) return undefined;
  return outlook(
    'resume',
    `The endpoint of ${id} is paused (${reason}): mend it, then "${cli} partners resume ${id}".`,
  );
};

const breaker: Rule = ({ delivery: { partner: id }, partner, now }) => {
  const { st, until, reason } = partner?.breaker ?? { st: 'closed', until: null, reason: null };
  if (st === 'closed') return undefined;
  const why = reason === null ? '' : ` (${reason})`;
  if (st === 'half_open')
    return outlook('breaker', `The breaker of ${id} is open${why}; one notice is trying the partner now.`);
  return outlook(
    'breaker',
    `The breaker of ${id} is open${why}; one notice tries the partner ${later(until ?? now, now)}.`,
  );
};

const unwanted: Rule = (question) =>
  pathOf(question) === null
    ? outlook(
        'worker',
        `It will be skipped: ${question.delivery.partner} takes no ${question.delivery.kind} notices.`,
      )
    : undefined;

const heldByCreate: Rule = ({ delivery, create, holdCancelMs, now }) => {
  if (delivery.kind !== 'cancel' || create === undefined) return undefined;
  if (!holdsCancel(create, { holdCancelMs, now })) return undefined;
  const when = isOnItsWay(create, now) ? 'which is on its way' : `which is sent ${later(create.due, now)}`;
  return outlook('create', `It waits for its create ${create._id}, ${when}.`);
};

const dueLater: Rule = ({ delivery, now }) => {
  const { due, n, nBefore, last } = delivery;
  if (due <= now) return undefined;
  if (n > nBefore)
    return outlook(
      'schedule',
      `The partner's last answer was ${last ?? 'none'}; it is sent again ${later(due, now)}.`,
    );
  return outlook('schedule', `Its turn comes ${later(due, now)}.`);
};

/** What comes first stands in the way of what comes after. */
const obstacles: readonly Rule[] = [
  onItsWay,
  withoutEndpoint,
  off,
  paused,
  breaker,
  unwanted,
  heldByCreate,
  dueLater,
];

const ended = ({ delivery }: OutlookQuestion): Outlook => {
  const { _id: id, st, due, kind, partner, last } = delivery;
  const at = instant(due);
  const again = `"${cli} deliveries replay ${id}"`;
  if (st === 'delivered') return outlook('nothing', `Nothing: it was delivered at ${at}.`);
  if (st === 'refused')
    return outlook(
      'operator',
      `Nothing by itself: ${partner} refused it (${last ?? '400'}) at ${at}; when it is mended, ${again}.`,
    );
  if (st === 'unauthorised')
    return outlook(
      'operator',
      `Nothing by itself: ${partner} refused the header (${last ?? '401'}) at ${at}; when it is mended, ${again}, or all of them: "${cli} partners resume ${partner} --resend-refused".`,
    );
  if (st === 'abandoned')
    return outlook('operator', `Nothing by itself: it was given up at ${at}; ${again} starts it anew.`);
  return outlook(
    'operator',
    `Nothing by itself: ${partner} took no ${kind} notices at ${at}; with a path set, ${again}.`,
  );
};

/** What will happen to a delivery if nobody does anything, or what somebody must do. */
export const whatNext = (question: OutlookQuestion): Outlook => {
  if (question.delivery.st !== 'open') return ended(question);
  for (const rule of obstacles) {
    const found = rule(question);
    if (found !== undefined) return found;
  }
  return outlook('worker', 'It is due: the next worker with a free place sends it.');
};
