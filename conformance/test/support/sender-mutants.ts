import type { SenderFlaw } from './fake-sender.js';

/** A documented wrong sender and the clauses it must turn red. */
export interface SenderMutant {
  readonly name: string;
  readonly breaks: readonly string[];
  readonly flaw: SenderFlaw;
}

export const senderMutants: readonly SenderMutant[] = [
  { name: 'sends no header', breaks: ['events.delivery.2'], flaw: { headers: () => ({}) } },
  {
    name: 'sends another value in the header',
    breaks: ['events.delivery.2'],
    flaw: { headers: (_attempt, right) => mapValues(right, (value) => value.toUpperCase()) },
  },
  {
    name: 'sends again after 401',
    breaks: ['events.retry.401'],
    flaw: { repeats: (status) => status === 404 || status === 401 },
  },
  {
    name: 'sends again after 400 duplicate_request',
    breaks: ['events.retry.400'],
    flaw: { repeats: (status) => status === 404 || status === 400 },
  },
  {
    name: 'sends again after 202',
    breaks: ['events.retry.202', 'events.retry.404'],
    flaw: { repeats: (status) => status === 404 || status === 202 },
  },
  {
    name: 'drops a notice after the first 404',
    breaks: ['events.retry.404'],
    flaw: { repeats: () => false },
  },
  {
    name: 'drops a notice after the second 404',
    breaks: ['events.retry.404'],
    flaw: { repeats: (status, attempt) => status === 404 && attempt < 2 },
  },
  {
    name: 'says more than the id',
    breaks: ['events.delivery.3'],
    flaw: { body: (id) => ({ id, kind: 'create' }) },
  },
  {
    name: 'sends the id as text',
    breaks: ['events.delivery.3'],
    flaw: { body: (id) => ({ id: String(id) }) },
  },
  {
    name: 'calls the id by another name',
    breaks: ['events.delivery.3'],
    flaw: { body: (id) => ({ booking: id }) },
  },
  {
    name: 'changes the header when it sends again',
    breaks: ['events.retry.same'],
    flaw: {
      headers: (attempt, right) => mapValues(right, (value) => (attempt > 1 ? `${value}${attempt}` : value)),
    },
  },
  {
    name: 'changes the body when it sends again',
    breaks: ['events.retry.same'],
    flaw: { body: (id, attempt) => (attempt > 1 ? { id, attempt } : { id }) },
  },
  {
    name: 'sends no cancel notices',
    breaks: ['events.delivery.4'],
    flaw: { isSilent: (kind) => kind === 'cancel' },
  },
  { name: 'sends nothing', breaks: ['events.delivery.1'], flaw: { isSilent: () => true } },
  { name: 'uses PUT', breaks: ['events.delivery.1', 'events.delivery.4'], flaw: { method: 'PUT' } },
  { name: 'sends another kind of event', breaks: ['events.1'], flaw: { alsoTo: '/updates' } },
];

function mapValues(
  record: Record<string, string>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
