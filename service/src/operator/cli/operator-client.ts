import { withoutSlash } from '../../base/without-slash.js';

/** What went wrong with an operator's command, in words for the operator; `exitCode` tells programs. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** Exit codes of every command. */
export const exitCodes = { ok: 0, refused: 1, usage: 2, unreachable: 3 } as const;

export interface OperatorClient {
  /** Sends a request to `/operator/v1`; answers the JSON body. Throws `CommandError`. */
  readonly call: (method: string, path: string, body?: unknown) => Promise<unknown>;
}

const timeoutMs = 120_000;

const refusalText = (body: unknown): string => {
  const errors =
    typeof body === 'object' && body !== null && 'errors' in body && Array.isArray(body.errors)
      ? body.errors
      : [];
  const [first]: unknown[] = errors;
  if (typeof first !== 'object' || first === null) return 'no reason given';
  const part = (name: string): string => {
    const value: unknown = Object.entries(first).find(([key]) => key === name)?.[1];
    return value === undefined ? '' : Array.isArray(value) ? value.join(', ') : String(value);
  };
  return [part('code'), part('fields'), part('details')].filter((text) => text !== '').join(': ');
};

const readJson = (text: string): unknown => {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandError(
      'The answer is not JSON. Is --url the address of a parking-service?',
      exitCodes.unreachable,
    );
  }
};

interface Target {
  readonly url: string;
  readonly token: string;
}

const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

interface Exchanged {
  readonly status: number;
  readonly isOk: boolean;
  readonly text: string;
}

/** `fetch` says why only in the cause. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
};

const exchange = async (target: Target, path: string, init: RequestInit): Promise<Exchanged> => {
  try {
    const response = await fetch(`${withoutSlash(target.url)}/operator/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return { status: response.status, isOk: response.ok, text: await response.text() };
  } catch (error) {
    throw new CommandError(
      `No answer from ${target.url} (${reasonOf(error)}). Is the service running? See --url.`,
      exitCodes.unreachable,
    );
  }
};

export const createOperatorClient = (target: Target): OperatorClient => ({
  call: async (method, path, body) => {
    if (!isHttpUrl(target.url))
      throw new CommandError(`${target.url} is no http or https address. See --url.`, exitCodes.usage);
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const { status, isOk, text } = await exchange(target, path, { method, ...content });
    const answer = readJson(text);
    if (isOk) return answer;
    const hint = status === 401 ? '. See --token and PARKING_OPERATOR_TOKEN.' : '';
    throw new CommandError(
      `The service refused (${status}): ${refusalText(answer)}${hint}`,
      exitCodes.refused,
    );
  },
});
