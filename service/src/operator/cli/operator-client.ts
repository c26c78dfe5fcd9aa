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

const readJson = async (response: Response): Promise<unknown> => {
  const text = await response.text();
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

export const createOperatorClient = (target: {
  readonly url: string;
  readonly token: string;
}): OperatorClient => ({
  call: async (method, path, body) => {
    const request = new Request(`${target.url.replace(/\/+$/, '')}/operator/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${target.token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const response = await fetch(request).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandError(
        `No answer from ${target.url} (${reason}). Is the service running? See --url.`,
        exitCodes.unreachable,
      );
    });
    const answer = await readJson(response);
    if (response.ok) return answer;
    throw new CommandError(
      `The service refused (${response.status}): ${refusalText(answer)}`,
      exitCodes.refused,
    );
  },
});
