import type { Declare } from './declare.js';

/** A request that was answered; what is named of it is bounded, whatever callers send. */
export interface AnsweredRequest {
  /** The row's; absent where no row answered: pages, and what is nowhere. */
  readonly operation: string | undefined;
  readonly status: number;
  readonly durationMs: number;
}

const answerSeconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Told of every request. */
export const createRequestMeters = ({ counter, histogram }: Declare) => {
  const requests = counter({
    name: 'http_requests_total',
    help: 'Requests answered, by operation (page: no row of the API) and class of status',
    labels: ['operation', 'status'],
  });
  const durations = histogram({
    name: 'http_request_duration_seconds',
    help: 'How long requests took until their answer was ready to be sent',
    labels: ['operation'],
    buckets: answerSeconds,
  });
  return ({ operation = 'page', status, durationMs }: AnsweredRequest): void => {
    requests.inc({ operation, status: `${Math.floor(status / 100)}xx` });
    durations.observe({ operation }, durationMs / 1_000);
  };
};
