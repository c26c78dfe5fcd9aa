import type { OutboundOutcome, OutboundRequest, Post } from '#service/outbound/outbound.js';
import type { Dice } from './dice.js';
import { headerKey } from './partner-header.js';
import type { Scheduler } from './scheduler.js';
import type { SimulatedProcess } from './simulated-process.js';
import type { Trace } from './trace.js';
import type { Sky } from './weather.js';

export interface SiteAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a partner has at the end of the line. */
export interface Site {
  /** False: nobody listens, the connection is refused. */
  readonly isUp: () => boolean;
  /** May never call back, where the partner dies. */
  readonly receive: (
    request: OutboundRequest,
    callerGone: AbortSignal,
    answer: (answer: SiteAnswer) => void,
  ) => void;
}

/** One request as it left a worker, and what became of it there. */
export interface Exchange {
  readonly worker: SimulatedProcess;
  readonly delivery: string;
  readonly attempt: number;
  /** The header that it was sent with. */
  readonly header: string;
  readonly startedAt: number;
  endedAt?: number;
  outcome?: OutboundOutcome;
}

export interface Network {
  readonly postOf: (worker: SimulatedProcess) => Post;
}

export interface NetworkOptions {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly trace: Trace;
  readonly sky: Sky;
  readonly siteOf: (url: string) => Site;
  readonly onStarted: (exchange: Exchange) => void;
  readonly onEnded: (exchange: Exchange) => void;
}

type Fate = 'good' | 'request_lost' | 'late' | 'answer_lost' | 'answer_cut';
type Failure = Extract<OutboundOutcome, { kind: 'failed' }>['reason'];

const shown = (outcome: OutboundOutcome): string =>
  outcome.kind === 'answered' ? `${outcome.status} ${outcome.body.slice(0, 60)}` : outcome.reason;

/** Between workers and partners: requests and answers that get lost, come late or break off. */
export const createNetwork = (options: NetworkOptions): Network => {
  const { scheduler, dice, trace, sky } = options;

  const fateOf = (): Fate => {
    const { requestLost, requestLate, answerLost } = sky.now();
    if (dice.chance(requestLost)) return 'request_lost';
    if (dice.chance(requestLate)) return 'late';
    if (dice.chance(answerLost)) return dice.pick(['answer_lost', 'answer_lost', 'answer_cut']);
    return 'good';
  };

  const wayMs = (): number => dice.between(1, 40);

  const post = (worker: SimulatedProcess, request: OutboundRequest): Promise<OutboundOutcome> => {
    const startedAt = scheduler.now();
    const { 'parking-delivery': delivery = '', 'parking-attempt': attempt = '' } = request.headers;
    const header = request.headers[headerKey] ?? '';
    const exchange: Exchange = { worker, delivery, attempt: Number(attempt), header, startedAt };
    const fate = fateOf();
    const site = options.siteOf(request.url);
    const gone = new AbortController();
    trace.note(
      worker.name,
      () => `SENDS ${delivery} (attempt ${attempt})${fate === 'good' ? '' : `: ${fate}`}`,
    );
    options.onStarted(exchange);

    return new Promise((resolve) => {
      let isOver = false;
      const end = (make: (durationMs: number) => OutboundOutcome): void => {
        if (isOver) return;
        isOver = true;
        const outcome = make(scheduler.now() - startedAt);
        worker.reach(0, () => {
          Object.assign(exchange, { endedAt: scheduler.now(), outcome });
          trace.note(worker.name, () => `GETS ${delivery} (attempt ${attempt}): ${shown(outcome)}`);
          options.onEnded(exchange);
          resolve(outcome);
        });
      };
      const fail = (reason: Failure): void => {
        scheduler.after(wayMs(), () => gone.abort());
        end((durationMs) => ({ kind: 'failed', reason, detail: reason, durationMs }));
      };
      const answered = (answer: SiteAnswer): void => {
        if (fate === 'answer_lost') {
          // The connection breaks, or the answer just never comes.
          if (dice.chance(0.5)) scheduler.after(wayMs(), () => fail('connection'));
          return;
        }
        const isBodyCut = fate === 'answer_cut';
        const body = isBodyCut ? answer.body.slice(0, 5) : answer.body;
        scheduler.after(wayMs(), () =>
          end((durationMs) => ({ kind: 'answered', ...answer, body, isBodyCut, durationMs })),
        );
      };
      const arrive = (): void => {
        if (site.isUp()) site.receive(request, gone.signal, answered);
        else fail('connection');
      };
      worker.onKilled(() => scheduler.after(wayMs(), () => gone.abort()));
      scheduler.after(request.deadlineMs, () => fail('timeout'));
      if (fate === 'request_lost') {
        if (dice.chance(0.5)) scheduler.after(wayMs(), () => fail(dice.pick(['connection', 'dns', 'tls'])));
        return;
      }
      const lateMs = fate === 'late' ? request.deadlineMs + dice.between(-2_000, 25_000) : 0;
      scheduler.after(wayMs() + Math.max(0, lateMs), arrive);
    });
  };

  return { postOf: (worker) => (request) => post(worker, request) };
};
