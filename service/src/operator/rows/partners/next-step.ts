import type { Partner } from '../../../webhooks/partners/partner.js';
import { partnerState } from '../../../webhooks/partners/partner-state.js';
import { instantText } from '../instant-text.js';

const command = (words: string): string => `parking-service partners ${words}`;

/** In the order in which they help: a test that passes ends the pause, but what was refused waits for the last. */
const putRight = (id: string): string =>
  `when you agree on a value: ${command(`set ${id} --header NAME -`)}, then ${command(`test ${id}`)}, then ${command(`resume ${id} --resend-refused`)}`;

const pausedStep = ({ _id, paused }: Partner): string =>
  paused === 'unauthorised'
    ? `it answers 401 to our header, and its notices wait; ${putRight(_id)}`
    : `its notices wait until you say: ${command(`resume ${_id}`)}`;

const breakerStep = ({ _id, breaker: { until, reason } }: Partner): string =>
  `it is left alone (${reason ?? 'no reason kept'}) until ${instantText(until) ?? 'now'}, then one notice tries it; if it is back before: ${command(`close-breaker ${_id}`)}, or to see whether it is: ${command(`test ${_id}`)}`;

const rotationStep = ({ _id, endpoint }: Partner, now: number): string | null => {
  const previous = endpoint?.previous ?? null;
  if (previous === null || previous.until <= now) return null;
  return `when it says that it takes the new header value: ${command(`test ${_id}`)} sends that alone; then ${command(`revoke-old ${_id}`)}`;
};

const liveStep = (partner: Partner, now: number): string | null => {
  const { _id, unauthorisedInRow: refusals } = partner;
  if (refusals === 0) return rotationStep(partner, now);
  return `it answered 401 to the last ${refusals} of its notices; ${putRight(_id)}`;
};

/** What an operator may do next; `null` where notices go. */
export const nextStep = (partner: Partner, now: number): string | null => {
  const id = partner._id;
  switch (partnerState(partner)) {
    case 'none':
      return `say where its notices go: ${command(`set ${id} --help`)}`;
    case 'off':
      return `its notices wait until it has passed its test: ${command(`test ${id}`)} (or, untested: ${command(`override ${id} --by NAME`)})`;
    case 'paused':
      return pausedStep(partner);
    case 'breaker_open':
      return breakerStep(partner);
    case 'live':
      return liveStep(partner, now);
  }
};
