import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { StepPlace } from '../exchange/exchange.js';
import type { Recorder } from '../exchange/recorder.js';
import { lowerCased } from '../exchange/send.js';
import { UsageFault } from '../faults.js';
import type { Clock } from '../run/clock.js';
import type { AnswerPlan, NoticeKind } from '../scenarios/scenario.js';
import { type Attempt, bookingIdOf, readNotice } from './attempt.js';

export interface HostedReceiver {
  /** Where it really listens, without a path. */
  readonly url: string;
  /** Answers for bookings whose notices have not been seen before. */
  readonly plan: (plan: AnswerPlan, place: StepPlace) => void;
  /** Attempts of one notice in order; those nobody could read count for the booking asked for. */
  readonly attempts: (bookingId: number, kind: NoticeKind) => readonly Attempt[];
  /** Requests since the last plan that went to neither endpoint. */
  readonly strays: () => readonly Attempt[];
  /** Waits until the condition holds or the time is over. */
  readonly until: (holds: () => boolean, timeoutMs: number) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export interface HostedReceiverDeps {
  readonly host: string;
  readonly port: number;
  readonly createPath: string;
  readonly cancelPath: string;
  readonly recorder: Recorder;
  readonly clock: Clock;
  /** Ends every wait at once. */
  readonly signal?: AbortSignal;
}

const largestBody = 65_536;
const duplicateBody = '{"code":"duplicate_request"}';

/**
 * The receiver that the runner hosts to see what a sender does.
 *
 * It accepts whatever arrives, right or wrong, and answers by plan alone, so that one fault of a sender does not show
 * up as another.
 * @throws UsageFault when it cannot listen there.
 */
export async function startHostedReceiver(deps: HostedReceiverDeps): Promise<HostedReceiver> {
  const seen: Attempt[] = [];
  const plans = new Map<string, readonly number[]>();
  const watchers = new Set<() => void>();
  let current: AnswerPlan = {};
  let place: StepPlace = { scenario: 'hosted receiver', step: 'unplanned' };
  let era = 0;

  const kindOf = (path: string): Attempt['kind'] =>
    path === deps.createPath ? 'create' : path === deps.cancelPath ? 'cancel' : 'other';
  const answerFor = (kind: Attempt['kind'], bookingId: number | undefined): number => {
    if (kind === 'other') return 202;
    const key = `${bookingId ?? `unread in ${era}`}:${kind}`;
    const plan = plans.get(key) ?? current[kind] ?? [202];
    plans.set(key, plan);
    const before = seen.filter((one) => one.kind === kind && one.bookingId === bookingId);
    return plan[Math.min(before.length, plan.length - 1)] ?? 202;
  };
  const take = (request: IncomingMessage, text: string): number => {
    const path = request.url ?? '/';
    const notice = readNotice(text);
    const kind = kindOf(path);
    const bookingId = bookingIdOf(notice);
    const answered = answerFor(kind, bookingId);
    const headers = plainHeaders(request);
    const method = request.method ?? 'GET';
    const exchange = deps.recorder.received(
      { atMs: deps.clock.now(), method, path, headers, text, answered },
      place,
    );
    seen.push({ exchange, kind, bookingId, method, path, headers, notice, era });
    for (const look of watchers) look();
    return answered;
  };

  const server = createServer((request, response) => {
    readBody(request, largestBody)
      .then((text) => sendAnswer(response, take(request, text)))
      .catch(() => response.destroy());
  });
  const url = await listen(server, deps);

  const attempts = (bookingId: number, kind: NoticeKind): readonly Attempt[] => {
    const exact = seen.filter((one) => one.kind === kind && one.bookingId === bookingId);
    if (exact.length > 0) return exact;
    return seen.filter((one) => one.kind === kind && one.bookingId === undefined && one.era === era);
  };
  const until = async (holds: () => boolean, timeoutMs: number): Promise<boolean> => {
    const over = new AbortController();
    const look = (): void => {
      if (holds()) over.abort();
    };
    watchers.add(look);
    look();
    const signals = deps.signal === undefined ? [over.signal] : [over.signal, deps.signal];
    if (!over.signal.aborted) await deps.clock.sleep(timeoutMs, AbortSignal.any(signals));
    watchers.delete(look);
    return holds();
  };
  return {
    url,
    plan: (plan, at) => {
      current = plan;
      place = at;
      era += 1;
    },
    attempts,
    strays: () => seen.filter((one) => one.kind === 'other' && one.era === era),
    until,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(
  server: ReturnType<typeof createServer>,
  { host, port }: HostedReceiverDeps,
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (fault) => {
      reject(new UsageFault(`the hosted receiver cannot listen on ${host}:${port}: ${fault.message}`));
    });
    server.listen(port, host, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : port;
      const shownHost = host.includes(':') ? `[${host}]` : host;
      resolve(`http://${shownHost}:${bound}`);
    });
  });
}

async function readBody(request: IncomingMessage, most: number): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request) {
    const bytes = Buffer.from(piece);
    size += bytes.length;
    if (size > most) throw new Error('the notice is too large');
    pieces.push(bytes);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function sendAnswer(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(status === 400 ? duplicateBody : '{}');
}

function plainHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  const entries = Object.entries(request.headers).map(
    ([name, value]) => [name, String(value ?? '')] as const,
  );
  return lowerCased(Object.fromEntries(entries));
}
