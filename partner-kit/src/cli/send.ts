import { got, RequestError } from 'got';
import type { SendCommand } from './arguments.js';
import { type Case, expectations, type NoticeToSend, noticesOf, type Received } from './cases.js';

export interface SendDeps {
  readonly print: (line: string) => void;
  /** Gives a booking id that was not used before. */
  readonly newBookingId: () => number;
}

const post = async (url: string, { headers, body }: NoticeToSend): Promise<Received> => {
  const { statusCode: status, body: text } = await got.post(url, {
    headers: { 'content-type': 'application/json', ...headers },
    body,
    timeout: { request: 30_000 },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
  });
  return { status, body: text };
};

const report = (name: Case, received: Received, json: boolean): string => {
  const { text, isMet } = expectations[name];
  const ok = isMet(received);
  const { status, body } = received;
  if (json) return JSON.stringify({ case: name, status, body, expected: text, ok });
  return `${ok ? 'ok  ' : 'FAIL'} ${name}: ${status} ${body.slice(0, 200)}${ok ? '' : ` (expected ${text})`}`;
};

/** Sends the cases to a receiver and prints how each was answered; gives the exit code. */
export const send = async (command: SendCommand, deps: SendDeps): Promise<0 | 1 | 3> => {
  let allMet = true;
  for (const name of command.cases) {
    const notices = noticesOf(name, command.bookingId ?? deps.newBookingId(), command);
    let received: Received = { status: 0, body: '' };
    try {
      for (const notice of notices) received = await post(command.url, notice);
    } catch (error) {
      const reason = error instanceof RequestError ? error.code : 'unknown';
      deps.print(
        command.json ? JSON.stringify({ case: name, unreachable: reason }) : `unreachable: ${reason}`,
      );
      return 3;
    }
    deps.print(report(name, received, command.json));
    allMet &&= expectations[name].isMet(received);
  }
  return allMet ? 0 : 1;
};
