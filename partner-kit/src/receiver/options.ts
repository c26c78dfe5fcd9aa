import type { BookingClient } from '../client/client.js';
import type { Clock } from '../clock.js';
import type { NoticeStore } from '../stores/store.js';
import type { DuplicateAnswer } from './answer.js';
import type { CancelNotice, CreateNotice, NoticeHandler } from './notice.js';
import type { ReceiverEvent } from './outcome.js';

/** The static authorization header; two values may live at once while it is being changed. */
export type ReceiverAuth =
  | { readonly headerKey: string; readonly headerValue: string }
  | { readonly headerKey: string; readonly headerValues: readonly [string] | readonly [string, string] };

export interface ReceiverOptions {
  readonly auth: ReceiverAuth;
  readonly store: NoticeStore;
  /** Left out: create notices are not taken, their path is not ours. */
  readonly onCreate?: NoticeHandler<CreateNotice>;
  /** Left out: cancel notices are not taken, their path is not ours. */
  readonly onCancel?: NoticeHandler<CancelNotice>;
  /** Fetches bookings for the handlers' `booking()`. */
  readonly bookings?: Pick<BookingClient, 'get'>;
  /** Default `/bookings/create`. */
  readonly createPath?: string;
  /** Default `/bookings/cancel`. */
  readonly cancelPath?: string;
  /** Keeps marketplaces apart that share a store; default `default`. */
  readonly namespace?: string;
  /** Default 400 with the code `duplicate_request`. */
  readonly duplicateAnswer?: DuplicateAnswer;
  /** Default 16 KiB. */
  readonly maxBodyBytes?: number;
  /** How long a body may take to arrive; default 10 s. */
  readonly bodyTimeoutMs?: number;
  /** How long a crash blocks a notice; default 30 s, renewed while a handler runs. */
  readonly leaseMs?: number;
  /** How long a handler may hold its claim; default 5 min. */
  readonly handlerTimeoutMs?: number;
  readonly clock?: Clock;
  /** Told of every answer and every trouble; what it throws is ignored. */
  readonly onEvent?: (event: ReceiverEvent) => void;
}

/** Faults in the options of `createReceiver`; never contains a header value. */
export class ReceiverOptionsError extends Error {
  override readonly name = 'ReceiverOptionsError';
}

const headerName = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

const headerValueFault = (value: string): string | undefined => {
  if (value === '') return 'a header value is empty';
  if (value.trim() !== value)
    return 'a header value starts or ends with white space (a line end read from a file?)';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these cannot be sent in a header
  return /[\u0000-\u0008\u000a-\u001f\u007f]/.test(value)
    ? 'a header value has a control character'
    : undefined;
};

/** The accepted header values, newest first as given. */
export const headerValuesOf = (auth: ReceiverAuth): readonly string[] =>
  'headerValues' in auth ? auth.headerValues : [auth.headerValue];

const authFaults = (auth: ReceiverAuth): readonly string[] => {
  const values = headerValuesOf(auth);
  const faults = values.map(headerValueFault).filter((fault) => fault !== undefined);
  if (!headerName.test(auth.headerKey)) faults.push('auth.headerKey is not a header name');
  if (values.length < 1 || values.length > 2) faults.push('auth takes one or two header values');
  return faults;
};

const pathFaults = (paths: readonly (string | undefined)[]): readonly string[] => {
  const given = paths.filter((path) => path !== undefined);
  const faults = given
    .filter((path) => !/^\/[^?#\s]*$/.test(path))
    .map((path) => `path ${JSON.stringify(path)} must start with a slash and have no query or blank`);
  // The body cannot tell a create from a cancel.
  if (new Set(given.map(withoutSlash)).size < given.length)
    faults.push('create and cancel need two different paths');
  return faults;
};

const isPositive = (value: number | undefined): boolean =>
  value === undefined || (value > 0 && value < 2 ** 31);

const numberFaults = (options: ReceiverOptions): readonly string[] => {
  const { maxBodyBytes, bodyTimeoutMs, leaseMs, handlerTimeoutMs } = options;
  return Object.entries({ maxBodyBytes, bodyTimeoutMs, leaseMs, handlerTimeoutMs })
    .filter(([, value]) => !isPositive(value))
    .map(([name]) => `${name} must be a positive number`);
};

/** A path as it is compared: one slash at its end makes no difference. */
export const withoutSlash = (path: string): string =>
  path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;

export interface NoticePaths {
  readonly create: string | undefined;
  readonly cancel: string | undefined;
}

/** The paths that have a handler. */
export const noticePaths = (options: ReceiverOptions): NoticePaths => ({
  create: options.onCreate && withoutSlash(options.createPath ?? '/bookings/create'),
  cancel: options.onCancel && withoutSlash(options.cancelPath ?? '/bookings/cancel'),
});

/** Throws one `ReceiverOptionsError` that names all faults. */
export const checkOptions = (options: ReceiverOptions): void => {
  const { create, cancel } = noticePaths(options);
  const faults = [...authFaults(options.auth), ...pathFaults([create, cancel]), ...numberFaults(options)];
  if (create === undefined && cancel === undefined) faults.push('give onCreate, onCancel or both');
  if (faults.length > 0) throw new ReceiverOptionsError(faults.join('; '));
};
