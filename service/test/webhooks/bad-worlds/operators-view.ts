import { showDelivery } from '../../../src/operator/rows/deliveries/show-delivery.js';
import { nextStep } from '../../../src/operator/rows/partners/next-step.js';
import type { DeliveryDocument } from '../../../src/webhooks/deliveries/delivery.js';
import { whatNext } from '../../../src/webhooks/deliveries/what-next.js';
import { defaultDispatchSettings } from '../../../src/webhooks/dispatch/dispatch-settings.js';
import type { Partner } from '../../../src/webhooks/partners/partner.js';
import { partnerState } from '../../../src/webhooks/partners/partner-state.js';
import { acme, type World } from '../world.js';

/** What an operator reads of a delivery and of its partner; instants are `T`, the partner is `P`, the delivery `D`. */
export interface OperatorsView {
  /** The delivery's state, what it waits for, and the sentence that says what happens next. */
  readonly delivery: string;
  /** The partner's state, and what to do about it. */
  readonly partner: string;
}

interface Seen {
  readonly delivery: DeliveryDocument;
  readonly create?: DeliveryDocument | undefined;
  readonly partner: Partner;
  readonly now: number;
}

const instants = /\d{4}-\d\d-\d\dT[\d:.]+\+00:00(, in [^.;]+)?/g;

const plain = (text: string, { _id, partner }: Pick<DeliveryDocument, '_id' | 'partner'>): string =>
  text.replaceAll(instants, 'T').replaceAll(_id, 'D').replaceAll(partner, 'P');

/** As the operator's rows put it, without the reads that they make for it. */
export const operatorsView = ({ delivery, create, partner, now }: Seen): OperatorsView => {
  const { holdCancelMs } = defaultDispatchSettings;
  const outlook = whatNext({ delivery, create, partner, holdCancelMs, now });
  const shown = showDelivery({ delivery, outlook, now });
  const { state, waits_for: waitsFor, what_next: sentence } = shown;
  const step = nextStep(partner, now) ?? 'nothing to do';
  return {
    delivery: plain(`${state}, waits for ${waitsFor}: ${sentence}`, delivery),
    partner: plain(`${partnerState(partner)}: ${step}`, delivery),
  };
};

/** What an operator reads of all of acme's deliveries, alike ones counted, and of acme. */
export const operatorsViewOf = async ({ openWorker, clock }: World): Promise<readonly string[]> => {
  const { deliveries, partners } = openWorker();
  const states = ['open', 'delivered', 'refused', 'unauthorised', 'abandoned', 'skipped'] as const;
  const filter = { partners: [acme], states };
  const { deliveries: all } = await deliveries.list({ filter, limit: 1_000 });
  const partner = await partners.view(acme);
  const counts = new Map<string, number>();
  for (const delivery of all) {
    const create = all.find(({ booking, kind }) => booking === delivery.booking && kind === 'create');
    const { delivery: line } = operatorsView({ delivery, create, partner, now: clock.now() });
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  const step = nextStep(partner, clock.now()) ?? 'nothing to do';
  return [
    ...[...counts].map(([line, count]) => `${count} ${line}`).toSorted(),
    `acme ${partnerState(partner)}: ${step.replaceAll(instants, 'T')}`,
  ];
};

/** Where all is well again. */
export const allDelivered = (count: number): readonly string[] => [
  `${count} delivered, waits for nothing: Nothing: it was delivered at T.`,
  'acme live: nothing to do',
];
