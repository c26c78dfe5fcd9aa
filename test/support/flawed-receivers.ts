import type { ProxyRequest, ProxyResponse, Tamper } from '#conformance-test/support/tamper-proxy.js';

/** The kit's receiver behind a proxy that breaks one thing, as a partner's own code might. */
export interface FlawedReceiver {
  readonly name: string;
  /** Clauses that must turn red, and no other. */
  readonly breaks: readonly string[];
  readonly tamper: (header: { readonly name: string; readonly value: string }) => Tamper;
}

const isNotice = ({ path }: ProxyRequest): boolean => path.startsWith('/bookings/');

const onAnswer =
  (change: (answer: ProxyResponse) => ProxyResponse): FlawedReceiver['tamper'] =>
  () =>
  async (request, forward) => {
    const answer = await forward(request);
    return isNotice(request) ? change(answer) : answer;
  };

const when =
  (status: number, change: (answer: ProxyResponse) => ProxyResponse) =>
  (answer: ProxyResponse): ProxyResponse =>
    answer.status === status ? change(answer) : answer;

export const flawedReceivers: readonly FlawedReceiver[] = [
  {
    name: 'takes any header value',
    breaks: ['events.answers.401', 'events.effects.unauthorised'],
    tamper:
      ({ name, value }) =>
      (request, forward) =>
        forward({ ...request, headers: { ...request.headers, [name.toLowerCase()]: value } }),
  },
  {
    name: 'answers 200 in place of 202',
    breaks: ['events.answers.202', 'events.answers.202.cancel'],
    tamper: onAnswer(when(202, (answer) => ({ ...answer, status: 200 }))),
  },
  {
    name: 'answers a duplicate 401',
    breaks: ['events.answers.400'],
    tamper: onAnswer(
      when(400, (answer) =>
        answer.body.includes('duplicate_request') ? { ...answer, status: 401 } : answer,
      ),
    ),
  },
  {
    name: 'answers a duplicate 400 without the code',
    breaks: ['events.answers.400.body'],
    tamper: onAnswer(when(400, (answer) => ({ ...answer, body: '{"code":"seen_before"}' }))),
  },
  {
    name: 'answers trouble with 500',
    breaks: ['events.answers.404'],
    tamper: onAnswer(when(404, (answer) => ({ ...answer, status: 500 }))),
  },
  {
    name: 'answers 404 for ever',
    breaks: ['events.answers.202', 'events.answers.404'],
    tamper: onAnswer((answer) => (answer.status === 401 ? answer : { ...answer, status: 404, body: '' })),
  },
];
