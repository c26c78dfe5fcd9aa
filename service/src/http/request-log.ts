import type { Caller } from '../base/caller.js';
import type { Logger } from '../base/logger.js';
import type { Exchange } from './exchange.js';

const callerFields = (caller: Caller | undefined): Readonly<Record<string, unknown>> => {
  if (caller === undefined || caller.kind === 'anonymous') return {};
  const { client, partner } = caller;
  return { client, partner, ...(caller.kind === 'user' && { customer: caller.customer }) };
};

const failureFields = ({ failure }: Exchange): Readonly<Record<string, unknown>> => {
  if (failure === undefined) return {};
  const { code, uuid, details, error } = failure;
  return { problem: code, uuid, details, ...(error !== undefined && { err: error }) };
};

interface Outcome {
  readonly method: string;
  readonly status: number;
  readonly durationMs: number;
}

/** One request as it may be counted: what can be named of it is bounded, whatever callers send. */
export interface Answered {
  /** The row's; absent where no row answered: pages, and what is nowhere. */
  readonly operation: string | undefined;
  readonly status: number;
  readonly durationMs: number;
}

/** The one wide line of a request. Parameters appear by name only: their values may be secrets. */
export const logRequest = (logger: Logger, exchange: Exchange, outcome: Outcome): void => {
  logger[exchange.failure?.level ?? 'info'](
    {
      requestId: exchange.requestId,
      ...outcome,
      path: exchange.path.slice(0, 200),
      operation: exchange.row?.operation,
      parameters: exchange.parameterNames,
      ...callerFields(exchange.caller),
      ...failureFields(exchange),
    },
    'request',
  );
};
