import type { StoreCall } from '../../support/traced-database.js';

/** Every step of pump and dispatcher that leaves the process, under the name it has in the tests. */
interface LoopStep {
  readonly name: string;
  /** `collection.method`. */
  readonly call: string;
  /** Found in what it is called with, as JSON; the first step that fits is the call's. */
  readonly holds?: string;
}

const steps = [
  { name: 'partners read', call: 'partners.find' },
  { name: 'partner looked up', call: 'partners.findOne' },
  { name: 'outbox read', call: 'bookings.find', holds: '"outAt"' },
  { name: 'space released', call: 'pools.release' },
  { name: 'create made', call: 'deliveries.bulkWrite', holds: '"kind":"create","st":"open"' },
  { name: 'cancel made', call: 'deliveries.bulkWrite', holds: '"kind":"cancel","st":"open"' },
  { name: 'outbox cleared', call: 'bookings.updateOne', holds: '"$unset":{"outAt"' },
  { name: 'far ones looked for', call: 'deliveries.find', holds: '"due":{"$gt"' },
  { name: 'due ids found', call: 'deliveries.find', holds: '"projection":{"_id":1}' },
  { name: 'claimed', call: 'deliveries.updateMany', holds: '"tok":' },
  { name: 'claim read back', call: 'deliveries.find', holds: '"tok":' },
  { name: 'creates of cancels looked up', call: 'deliveries.find', holds: '"_id":{"$in"' },
  { name: 'put back', call: 'deliveries.bulkWrite', holds: '"$inc":{"n":-1}' },
  { name: 'attempt written', call: 'attempts.insertMany' },
  { name: 'attempt written again', call: 'attempts.bulkWrite' },
  { name: 'outcome written', call: 'deliveries.bulkWrite', holds: '"last":' },
  { name: '401 counted', call: 'partners.findOneAndUpdate', holds: '"$inc":{"unauthorisedInRow":1}' },
  { name: 'pause written', call: 'partners.updateOne', holds: '"paused":"unauthorised"' },
  { name: '401s forgotten', call: 'partners.updateOne', holds: '"unauthorisedInRow":0' },
  { name: 'old header counted', call: 'partners.updateOne', holds: '"endpoint.previous.uses"' },
  { name: 'breaker opened', call: 'partners.updateOne', holds: '"st":"open"' },
  { name: 'probe taken', call: 'partners.updateOne', holds: '"st":"half_open"' },
  { name: 'breaker closed', call: 'partners.updateOne', holds: '"st":"closed"' },
] as const satisfies readonly LoopStep[];

/** Those of the exchange, where no store is called. */
export const wireSteps = [
  'request on its way',
  'request arrived',
  'answer received',
  'old header on its way',
  'old header arrived',
  'old header answered',
] as const;

export type StepName = (typeof steps)[number]['name'] | (typeof wireSteps)[number];

export const storeSteps: readonly StepName[] = steps.map(({ name }) => name);

/** `undefined` for a call that nobody has named yet. */
export const stepOf = ({ collection, method, given }: StoreCall): StepName | undefined => {
  const text = JSON.stringify(given);
  const named: readonly (LoopStep & { readonly name: StepName })[] = steps;
  return named.find(({ call, holds = '' }) => call === `${collection}.${method}` && text.includes(holds))
    ?.name;
};
