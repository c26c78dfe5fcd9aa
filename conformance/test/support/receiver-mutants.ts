import type { ReceiverFlaw } from './fake-receiver.js';

/** A documented wrong receiver and the clauses it must turn red. */
export interface ReceiverMutant {
  readonly name: string;
  readonly breaks: readonly string[];
  readonly flaw: ReceiverFlaw;
}

export const receiverMutants: readonly ReceiverMutant[] = [
  {
    name: 'takes any header value',
    breaks: ['events.answers.401', 'events.effects.unauthorised'],
    flaw: { isOpen: true },
  },
  {
    name: 'accepts a duplicate and runs it again',
    breaks: ['events.effects.once'],
    flaw: { duplicateStatus: 202, runsDuplicates: true },
  },
  { name: 'accepts and does nothing', breaks: ['events.effects.accepted'], flaw: { hasNoEffect: true } },
  { name: 'calls a first notice a duplicate', breaks: ['events.answers.400.early'], flaw: { isEarly: true } },
  {
    name: 'remembers before the effect, and loses what failed',
    breaks: ['events.answers.400.early'],
    flaw: { marksBeforeEffect: true },
  },
  { name: 'answers a duplicate 401', breaks: ['events.answers.400'], flaw: { duplicateStatus: 401 } },
  {
    name: 'answers 200 in place of 202',
    breaks: ['events.answers.202', 'events.answers.202.cancel'],
    flaw: { acceptedStatus: 200 },
  },
  {
    name: 'answers 404 for ever',
    breaks: ['events.answers.202', 'events.answers.404'],
    flaw: { always: 404 },
  },
  {
    name: 'answers a duplicate 400 without the code',
    breaks: ['events.answers.400.body'],
    flaw: { duplicateBody: { code: 'seen_before' } },
  },
  { name: 'answers trouble with 500', breaks: ['events.answers.404'], flaw: { troubleStatus: 500 } },
  {
    name: 'takes a cancel notice for a repeated create notice',
    breaks: ['events.answers.202.cancel'],
    flaw: { ignoresKind: true },
  },
  {
    name: 'runs notices of the same moment side by side',
    breaks: ['events.effects.once'],
    flaw: { races: true },
  },
];
