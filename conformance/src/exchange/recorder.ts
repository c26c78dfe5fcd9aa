import { curlCommand } from './curl.js';
import {
  type Answer,
  addressOf,
  bodyText,
  type Exchange,
  type OutgoingRequest,
  type StepPlace,
} from './exchange.js';
import type { Redactor } from './redactor.js';

/** What is kept of a body; longer ones are cut in the report, never before they are judged. */
const keptCharacters = 16_384;

export interface Outcome {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  readonly answer?: Answer;
  readonly fault?: string;
}

export interface IncomingRequest {
  readonly atMs: number;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly answered: number;
}

export interface Recorder {
  /** Keeps an exchange of ours, redacted, and gives its number. */
  readonly sent: (request: OutgoingRequest, outcome: Outcome, place: StepPlace) => number;
  /** Keeps what reached the hosted receiver. */
  readonly received: (request: IncomingRequest, place: StepPlace) => number;
  readonly exchanges: () => readonly Exchange[];
}

export function createRecorder(redactor: Redactor): Recorder {
  const kept: Exchange[] = [];
  const keep = (exchange: Omit<Exchange, 'id'>): number => {
    kept.push({ id: kept.length + 1, ...exchange });
    return kept.length;
  };
  const shown = (text: string): string => redactor.text(text).slice(0, keptCharacters);

  const sent = (request: OutgoingRequest, outcome: Outcome, place: StepPlace): number => {
    const { answer, fault } = outcome;
    const body = bodyText(request);
    return keep({
      direction: 'out',
      ...place,
      at: new Date(outcome.startedAtMs).toISOString(),
      method: request.method,
      url: redactor.text(addressOf(request)),
      requestHeaders: redactor.headers(request.headers),
      ...(body === undefined ? {} : { requestBody: shown(body) }),
      ...(answer === undefined ? {} : answerParts(answer)),
      ...(fault === undefined ? {} : { fault: redactor.text(fault) }),
      durationMs: outcome.endedAtMs - outcome.startedAtMs,
      curl: curlCommand(request, redactor),
    });
  };
  const answerParts = (answer: Answer) => ({
    status: answer.status,
    responseHeaders: redactor.headers(answer.headers),
    responseBody: shown(answer.text),
  });
  const received = (request: IncomingRequest, place: StepPlace): number =>
    keep({
      direction: 'in',
      ...place,
      at: new Date(request.atMs).toISOString(),
      method: request.method,
      url: redactor.text(request.path),
      requestHeaders: redactor.headers(request.headers),
      requestBody: shown(request.text),
      status: request.answered,
      durationMs: 0,
    });
  return { sent, received, exchanges: () => kept };
}
