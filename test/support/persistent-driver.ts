import { searchForIt } from './catalogue-of-tests.js';
import type { Market } from './market.js';

/** A driver who asks again, with the same idempotency key, until there is an answer that stands. */
export interface PersistentDriver {
  /** The booking's id, or `sold_out`. */
  readonly book: (name: string, daysAhead: number) => Promise<number | 'sold_out'>;
  readonly cancel: (id: number) => Promise<void>;
}

const pauseMs = 100;
const tries = 1500;

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, pauseMs));

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined;

const firstOf = (body: unknown): unknown => (Array.isArray(body) ? body[0] : undefined);

export const createPersistentDriver = (market: Market): PersistentDriver => {
  let token: string | undefined;

  const send = async (
    method: string,
    path: string,
    form?: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> => {
    const response = await fetch(`${market.url}/v4${path}`, {
      method,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };

  /** `undefined` while the service is dead, dying or not ready. */
  const attempt = async (run: () => Promise<Answer>): Promise<Answer | undefined> => {
    try {
      const answer = await run();
      return answer.status >= 500 ? undefined : answer;
    } catch {
      return undefined;
    }
  };

  const persist = async (run: () => Promise<Answer>): Promise<Answer> => {
    for (let count = 0; count < tries; count += 1) {
      const answer = await attempt(run);
      if (answer !== undefined) return answer;
      await pause();
    }
    throw new Error('the service does not come back');
  };

  const signIn = async (): Promise<void> => {
    const { id, secret } = market.client;
    const form = {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: secret,
      scope: 'public partner',
    };
    const { body } = await persist(() => send('POST', '/oauth/token', form));
    token = String(field(body, 'access_token'));
  };

  const quoteFor = async (daysAhead: number): Promise<string | undefined> => {
    const { body } = await persist(() =>
      send('GET', `/quotes?${new URLSearchParams(searchForIt(daysAhead))}`),
    );
    const id = field(firstOf(field(firstOf(body), 'purchase_options')), 'id');
    return id === undefined ? undefined : String(id);
  };

  return {
    book: async (name, daysAhead) => {
      if (token === undefined) await signIn();
      const quoteId = await quoteFor(daysAhead);
      if (quoteId === undefined) return 'sold_out';
      const form = {
        quote_id: quoteId,
        final_price: '15.99',
        customer_email: `${name}@example.org`,
        invoice: 'true',
      };
      const { status, body } = await persist(() =>
        send('POST', '/bookings', form, { 'idempotency-key': name }),
      );
      if (status === 409) return 'sold_out';
      const id = field(firstOf(body), 'id');
      if (status !== 201 || typeof id !== 'number')
        throw new Error(`booking ${name}: ${status} ${JSON.stringify(body)}`);
      return id;
    },
    cancel: async (id) => {
      const { status, body } = await persist(() => send('DELETE', `/bookings/${id}`));
      if (status !== 204) throw new Error(`cancelling ${id}: ${status} ${JSON.stringify(body)}`);
    },
  };
};
