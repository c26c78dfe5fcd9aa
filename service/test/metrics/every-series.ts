import { bookingId, partnerId } from '../../src/base/ids.js';
import { createMeters, type Meters } from '../../src/metrics/create-meters.js';
import { breakerStates, endpointStates, type ShownEndpointState } from '../../src/metrics/partner-states.js';
import type { Reading } from '../../src/metrics/shared-reading.js';
import type { Standing } from '../../src/metrics/standing.js';
import {
  type AttemptDocument,
  type DeliveryDocument,
  deliveryStates,
} from '../../src/webhooks/deliveries/delivery.js';
import { newPartner, type PartnerDocument } from '../../src/webhooks/partners/partner.js';

export const noon = Date.UTC(2026, 10, 21, 12);
const build = { version: '0.1.0', node: 'v20', engine: 'embedded', mode: 'serve' };

export const openMeters = (mostPartners?: number): Meters =>
  createMeters({ build, hasDispatcher: true, ...(mostPartners !== undefined && { mostPartners }) });

export const partnerOf = (id: string, changes: Partial<PartnerDocument> = {}): PartnerDocument => ({
  ...newPartner,
  _id: partnerId(id),
  name: id,
  live: { at: noon, by: 'a test' },
  endpoint: {
    authHeaderKey: 'X-Key',
    authHeaderValueSealed: '',
    previous: null,
    baseApiUrl: 'https://partner.example',
    createPath: '/created',
    cancelPath: null,
    concurrency: 8,
  },
  createdAt: noon,
  updatedAt: noon,
  ...changes,
});

export const attemptOf = (partner: string, changes: Partial<AttemptDocument> = {}) => {
  const delivery: DeliveryDocument = {
    _id: '42:create',
    partner: partnerId(partner),
    booking: bookingId(42),
    kind: 'create',
    st: 'open',
    due: noon,
    n: 1,
    nBefore: 0,
    openedAt: noon,
    createdAt: noon,
    updatedAt: noon,
  };
  const attempt: AttemptDocument = {
    _id: '42:create:1',
    delivery: delivery._id,
    partner: delivery.partner,
    n: 1,
    at: noon,
    durationMs: 12,
    status: 202,
    reason: 'accepted',
    isContractFault: false,
    ...changes,
  };
  return { delivery, attempt };
};

export const readingOf = (
  partners: readonly PartnerDocument[],
  changes: Partial<Standing> = {},
): Reading<Standing> => ({
  isUp: true,
  ageMs: 1_500,
  value: {
    partners: partners.map((partner) => ({
      partner,
      waiting: { open: 3, due: 2, inFlight: 1, oldestOpenedAt: noon - 90_000 },
    })),
    outbox: { oldestAt: noon - 2_000, stuck: 1 },
    clockOffsetMs: -250,
    disk: { freeBytes: 10, sizeBytes: 100 },
    ...changes,
  },
});

const endpoint = partnerOf('any').endpoint;
const inState: Readonly<Record<ShownEndpointState, Partial<PartnerDocument>>> = {
  none: { endpoint: null, live: null },
  off: { live: null },
  live: {
    endpoint: endpoint && {
      ...endpoint,
      previous: { authHeaderValueSealed: '', until: noon + 1, uses: 1, lastUsedAt: noon },
    },
  },
  paused: { paused: 'their release' },
  paused_unauthorised: { paused: 'unauthorised' },
};

const partnersInEveryState = (): readonly PartnerDocument[] => [
  ...endpointStates.map((state) => partnerOf(state, inState[state])),
  ...breakerStates.map((st) => partnerOf(st, { breaker: { ...newPartner.breaker, st } })),
];

/** A scrape after everything has happened that can be told of, so that every series is there with all its labels. */
export const scrapeOfEverything = async (reasons: readonly string[]): Promise<string> => {
  const meters = openMeters();
  const { dispatchEvents } = meters;
  for (const reason of reasons) {
    for (const st of deliveryStates)
      dispatchEvents.onAttempt({ ...attemptOf('acme', { reason, isContractFault: true }), st });
  }
  dispatchEvents.onSweep({ partner: partnerId('acme'), found: 3, claimed: 2 });
  dispatchEvents.onOldHeader({ partner: partnerId('acme'), delivery: '42:create' });
  for (const st of breakerStates) {
    const to = { ...newPartner.breaker, st };
    dispatchEvents.onBreaker({ partner: partnerId('acme'), from: newPartner.breaker, to });
  }
  for (const status of [200, 302, 404, 503])
    meters.onAnswered({ operation: 'quote.search', status, durationMs: 4 });
  for (const operation of ['health.ready', 'metrics.scrape', undefined]) {
    meters.onAnswered({ operation, status: 200, durationMs: 1 });
  }
  for (const name of ['dispatch', 'trim attempts']) meters.onRun({ name, isDone: true, durationMs: 5 });
  const standing = readingOf([partnerOf('acme'), ...partnersInEveryState()]);
  return meters.text({ isDatabaseUp: true, standing, now: noon });
};
