/** One element of the marketplace's `errors` array. */
export interface ApiError {
  readonly code: string;
  readonly uuid: string | undefined;
  readonly status: number | undefined;
  /** May be shown to users. */
  readonly message: string | undefined;
  /** For debugging; neither to be shown nor parsed. */
  readonly details: string | undefined;
  /** Names of the invalid parameters; empty when none were named. */
  readonly fields: readonly string[];
}

export interface BookingClientErrorFacts {
  /** What was asked, as `GET /bookings/42`. */
  readonly call: string;
  /** HTTP status, where there was an answer. */
  readonly status?: number | undefined;
  readonly errors?: readonly ApiError[];
  readonly retryAfterMs?: number | undefined;
}

/** What every failure of the booking client has; no message of theirs holds a secret. */
export abstract class BookingClientError extends Error {
  readonly call: string;
  readonly status: number | undefined;
  /** All errors of the answer, parsed; empty where it had none. */
  readonly errors: readonly ApiError[];
  constructor(text: string, facts: BookingClientErrorFacts) {
    super(`${facts.call}: ${text}`);
    this.call = facts.call;
    this.status = facts.status;
    this.errors = facts.errors ?? [];
  }
  /** The first error's code, for conditional handling. */
  get code(): string | undefined {
    return this.errors[0]?.code;
  }
  /** The first error's unique id, to quote to the marketplace. */
  get uuid(): string | undefined {
    return this.errors[0]?.uuid;
  }
  /** Names of the invalid parameters of all errors. */
  get fields(): readonly string[] {
    return this.errors.flatMap((error) => error.fields);
  }
}

/** 404: no such booking, or not one of yours. */
export class NotFoundError extends BookingClientError {
  override readonly name = 'NotFoundError';
}

/** 401 after a new login, 403, or refused credentials: somebody must look at the credentials or the scope. */
export class UnauthorizedError extends BookingClientError {
  override readonly name = 'UnauthorizedError';
}

/** The marketplace understood and said no (400, 409, 410 and the like): repeating the same call is of no use. */
export class RejectedError extends BookingClientError {
  override readonly name = 'RejectedError';
}

/** No connection, 429 or 5xx, also after retries: the same call may work later. */
export class UnavailableError extends BookingClientError {
  override readonly name = 'UnavailableError';
  /** What the marketplace asked to wait, in milliseconds, where it did. */
  readonly retryAfterMs: number | undefined;
  constructor(text: string, facts: BookingClientErrorFacts) {
    super(text, facts);
    this.retryAfterMs = facts.retryAfterMs;
  }
}

/** The deadline of the whole call has passed; for `book` and `cancel` the effect may or may not have happened. */
export class TimeoutError extends BookingClientError {
  override readonly name = 'TimeoutError';
}

/** An answer the API does not describe: a redirect, no JSON, another shape, too large. Wrong address, or a fault of theirs. */
export class UnexpectedAnswerError extends BookingClientError {
  override readonly name = 'UnexpectedAnswerError';
}
