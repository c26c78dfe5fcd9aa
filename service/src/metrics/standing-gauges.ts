import type { Declare } from './declare.js';
import { breakerStates, endpointStateOf, endpointStates } from './partner-states.js';
import type { Reading } from './shared-reading.js';
import type { Standing } from './standing.js';

type PartnerStanding = Standing['partners'][number];

const seconds = (ms: number): number => ms / 1_000;

const createPartnerGauges = ({ gauge }: Declare) => {
  const ofPartner = (name: string, help: string) => gauge({ name, help, labels: ['partner'] });
  const stateOf = (name: string, help: string) => gauge({ name, help, labels: ['partner', 'state'] });
  return {
    open: ofPartner('backlog_notices', 'Notices that are not yet delivered; counted to 10,000'),
    due: ofPartner('due_notices', 'Of these, could be sent now; counted to 10,000'),
    inFlight: ofPartner('in_flight_notices', 'Of these, claimed by a worker'),
    oldest: ofPartner('oldest_waiting_seconds', 'Since the notice that waits for longest was opened'),
    breaker: stateOf('breaker_state', "1 for the state that the partner's breaker is in; no other is shown"),
    endpoint: stateOf(
      'endpoint_state',
      "1 for the state that the partner's endpoint is in; no other is shown",
    ),
    unauthorised: ofPartner('unauthorised_in_row', 'Answers of 401 in a row to the current header'),
    headerEnds: ofPartner(
      'old_header_expiry_timestamp_seconds',
      'When the header value before the current one ends; shown while it lives',
    ),
    headerUsed: ofPartner(
      'old_header_last_use_timestamp_seconds',
      'When the header value before the current one was last accepted',
    ),
  };
};

type PartnerGauges = ReturnType<typeof createPartnerGauges>;

const showHeader = (
  gauges: PartnerGauges,
  { _id: partner, endpoint }: PartnerStanding['partner'],
  now: number,
) => {
  const previous = endpoint?.previous ?? null;
  if (previous === null || previous.until <= now) return;
  gauges.headerEnds.set({ partner }, seconds(previous.until));
  if (previous.lastUsedAt !== null) gauges.headerUsed.set({ partner }, seconds(previous.lastUsedAt));
};

const showPartner = (
  gauges: PartnerGauges,
  { partner: document, waiting }: PartnerStanding,
  now: number,
): void => {
  const { _id: partner, unauthorisedInRow, breaker } = document;
  const { open, due, inFlight, oldestOpenedAt = now } = waiting;
  gauges.open.set({ partner }, open);
  gauges.due.set({ partner }, due);
  gauges.inFlight.set({ partner }, inFlight);
  gauges.oldest.set({ partner }, Math.max(0, seconds(now - oldestOpenedAt)));
  gauges.unauthorised.set({ partner }, unauthorisedInRow);
  gauges.breaker.set({ partner, state: breaker.st }, 1);
  gauges.endpoint.set({ partner, state: endpointStateOf(document) }, 1);
  showHeader(gauges, document, now);
};

const createStateCounts = ({ gauge }: Declare) => ({
  endpoints: gauge({
    name: 'endpoints',
    help: 'Partners, by the state of their endpoint',
    labels: ['state'],
  }),
  breakers: gauge({ name: 'breakers', help: 'Partners, by the state of their breaker', labels: ['state'] }),
});

const showCounts = (
  { endpoints, breakers }: ReturnType<typeof createStateCounts>,
  { partners }: Standing,
): void => {
  for (const state of endpointStates) endpoints.set({ state }, 0);
  for (const state of breakerStates) breakers.set({ state }, 0);
  for (const { partner } of partners) {
    endpoints.inc({ state: endpointStateOf(partner) });
    breakers.inc({ state: partner.breaker.st });
  }
};

const createTotals = ({ gauge }: Declare) => ({
  age: gauge({ name: 'reading_age_seconds', help: 'Since what waits was read' }),
  outboxOldest: gauge({
    name: 'outbox_oldest_seconds',
    help: 'Since the outbox that is due for longest became so; 0 where none is',
  }),
  outboxStuck: gauge({
    name: 'outbox_stuck_bookings',
    help: 'Bookings whose outbox has been due for more than a minute; counted to 10,000',
  }),
  clockOffset: gauge({ name: 'clock_offset_seconds', help: "The database's clock minus this process's" }),
  diskFree: gauge({ name: 'disk_free_bytes', help: 'Free where the embedded engine keeps its data' }),
  diskSize: gauge({
    name: 'disk_size_bytes',
    help: 'Size of the disk where the embedded engine keeps its data',
  }),
});

type Totals = ReturnType<typeof createTotals>;

const showTotals = (totals: Totals, { outbox, clockOffsetMs, disk }: Standing, now: number): void => {
  totals.outboxOldest.set(Math.max(0, seconds(now - (outbox.oldestAt ?? now))));
  totals.outboxStuck.set(outbox.stuck);
  totals.clockOffset.set(seconds(clockOffsetMs));
  if (disk === undefined) return;
  totals.diskFree.set(disk.freeBytes);
  totals.diskSize.set(disk.sizeBytes);
};

/** What the database says, as gauges: shown anew at each scrape, so that what is no more leaves no series behind. */
export const createStandingGauges = (declare: Declare) => {
  const partnerGauges = createPartnerGauges(declare);
  const counts = createStateCounts(declare);
  const totals = createTotals(declare);
  const isUp = declare.gauge({
    name: 'reading_up',
    help: '1 while what waits can be read from the database: backlog, states of partners, outbox',
  });

  const clear = (): void => {
    for (const gauge of [...Object.values(partnerGauges), ...Object.values(counts)]) gauge.reset();
    // Without labels a reset would be a zero, and nobody has measured one.
    for (const gauge of Object.values(totals)) gauge.remove();
  };

  return ({ value, isUp: isReadingUp, ageMs }: Reading<Standing>, now: number): void => {
    clear();
    isUp.set(isReadingUp ? 1 : 0);
    if (value === undefined || ageMs === undefined) return;
    totals.age.set(seconds(ageMs));
    for (const standing of value.partners) showPartner(partnerGauges, standing, now);
    showCounts(counts, value);
    showTotals(totals, value, now);
  };
};
