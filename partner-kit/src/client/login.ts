import type { Clock } from '../clock.js';
import type { Attempts } from './attempts.js';
import { UnauthorizedError, UnexpectedAnswerError } from './errors.js';
import { errorOf, parseJson } from './failure.js';
import { type AccessToken, isAccessToken } from './records.js';

export interface LoginOptions {
  readonly attempts: Attempts;
  readonly clock: Clock;
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly timeoutMs: number;
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string;
}

export interface Login {
  /** A valid access token; parallel callers share one login. */
  readonly token: () => Promise<string>;
  /** Forgets a token that was refused, unless a newer one has taken its place. */
  readonly refuse: (token: string) => void;
}

const call = 'POST /oauth/token';
const longestMarginMs = 300_000;

interface Held {
  readonly token: string;
  readonly freshUntil: number;
}

/** Holds the client-credentials token: fetched when needed, replaced before it expires. */
export const createLogin = (options: LoginOptions): Login => {
  const { attempts, clock, url, clientId, clientSecret, scope, timeoutMs } = options;
  let held: Held | undefined;
  let loggingIn: Promise<string> | undefined;

  const fetchToken = async (): Promise<AccessToken> => {
    const form = {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope,
    };
    const bounds = { deadlineAt: clock.now() + timeoutMs, isRepeatable: true, signal: undefined };
    const result = await attempts({ method: 'POST', url, form }, bounds);
    if (result.type !== 'answer' || result.status !== 200) {
      const safe = result.type === 'answer' ? { ...result, text: options.redact(result.text) } : result;
      const error = errorOf(call, safe, clock.now());
      // Refused credentials or scope: the same for every call until somebody mends them.
      const { status, errors } = error;
      if (status !== 400) throw error;
      throw new UnauthorizedError(`login refused: ${error.code ?? status}`, { call, status, errors });
    }
    const body = parseJson(result.text);
    if (isAccessToken(body)) return body;
    throw new UnexpectedAnswerError('the answer is no access token', { call, status: result.status });
  };

  const logIn = async (): Promise<string> => {
    const askedAt = clock.now();
    const { access_token: token, expires_in: seconds } = await fetchToken();
    const lifeMs = seconds * 1_000;
    held = { token, freshUntil: askedAt + lifeMs - Math.min(longestMarginMs, lifeMs / 10) };
    return token;
  };

  const token = (): Promise<string> => {
    if (held && clock.now() < held.freshUntil) return Promise.resolve(held.token);
    loggingIn ??= logIn().finally(() => {
      loggingIn = undefined;
    });
    return loggingIn;
  };

  const refuse = (refused: string): void => {
    if (held?.token === refused) held = undefined;
  };

  return { token, refuse };
};
