import { createServer } from 'node:http';
import { createFakeBookings } from './fake-bookings.js';
import { errorAnswer, type FakeAnswer, type FakeRequest, readRequest } from './fake-http.js';
import { createFakeQuotes } from './fake-quotes.js';
import { createFakeSender, type FakeSender, type SenderFlaw } from './fake-sender.js';
import { createFakeTokens } from './fake-tokens.js';
import { closeServer, listenOnLoopback } from './tamper-proxy.js';

export interface FakeApi {
  readonly url: string;
  readonly sender: FakeSender;
  /** Ids of bookings that stand and are not cancelled. */
  readonly standing: () => readonly number[];
  readonly close: () => Promise<void>;
}

export const fakeCredentials = {
  client: { id: 'partner-one', secret: 'correct-horse-battery' },
  user: { email: 'user@example.com', password: 'staple-of-the-user' },
} as const;

/** The smallest API that does everything right which the scenarios look at; written from the document alone. */
export async function startFakeApi(flaw?: SenderFlaw): Promise<FakeApi> {
  const tokens = createFakeTokens(fakeCredentials);
  const quotes = createFakeQuotes();
  const sender = createFakeSender(flaw);
  const bookings = createFakeBookings({ quotes, notify: sender.notify });

  const route = (request: FakeRequest): FakeAnswer => {
    const { method, path } = request;
    const caller = tokens.callerOf(request);
    const booking = /^\/bookings\/(\d+)$/.exec(path)?.[1];
    if (path === '/oauth/token' && method === 'POST') return tokens.answer(request);
    if (path === '/venues') return { status: 200, body: [] };
    if (path === '/partner-endpoint' && method === 'POST') return sender.register(request);
    if (caller === 'unknown') return errorAnswer(401, 'authentication_token_invalid');
    if (path === '/quotes') return quotes.answer(request);
    if (path === '/bookings/previews') return quotes.preview(request);
    if (path === '/bookings' && method === 'POST') return bookings.book(request, caller);
    if (path === '/bookings') return bookings.list(caller);
    if (booking !== undefined && method === 'DELETE') return bookings.cancel(Number(booking), caller);
    if (booking !== undefined) return bookings.read(Number(booking), caller, request);
    return errorAnswer(404, 'resource_not_found');
  };

  const server = createServer((incoming, response) => {
    void readRequest(incoming).then((request) => {
      const answer = route(request);
      response.writeHead(answer.status, {
        'content-type': 'application/json; charset=utf-8',
        ...answer.headers,
      });
      response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
    });
  });
  const url = await listenOnLoopback(server);
  const close = async (): Promise<void> => {
    sender.stop();
    await closeServer(server);
  };
  return { url, sender, standing: bookings.standing, close };
}
