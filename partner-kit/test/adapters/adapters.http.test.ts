import assert from 'node:assert/strict';
import type { IncomingMessage, RequestListener } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import Koa from 'koa';
import {
  createMemoryStore,
  type NoticeStore,
  type Receiver,
  toKoaMiddleware,
  toNodeHandler,
} from '../../src/index.js';
import type { FakeClock } from '../support/fake-clock.js';
import { createGate, createStage, headerKey, headerValue, type Stage } from '../support/receivers.js';
import { openRaw, type RunningServer, rawHead, startServer } from '../support/servers.js';

/** How a partner mounts the receiver. */
type Mount = (receiver: Receiver, clock: FakeClock) => RequestListener;

const koaApp = (...middlewares: readonly Koa.Middleware[]): RequestListener => {
  const app = new Koa();
  app.silent = true;
  for (const middleware of middlewares) app.use(middleware);
  app.use((context) => {
    context.body = 'mine';
  });
  return app.callback();
};

const readAll = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

const parse = (bytes: Buffer): unknown => JSON.parse(bytes.toString('utf8'));

/** Leaves `ctx.request.body`, as Koa's body parsers do. */
const koaParser: Koa.Middleware = async (context, next) => {
  Object.assign(context.request, { body: parse(await readAll(context.req)) });
  await next();
};

/** Leaves an empty object and the raw text, as Koa's parser does with a content type it does not know. */
const koaRawParser: Koa.Middleware = async (context, next) => {
  Object.assign(context.request, { body: {}, rawBody: (await readAll(context.req)).toString('utf8') });
  await next();
};

/** Leaves an empty object without having read, as Koa's parser does with other content types. */
const koaIdleParser: Koa.Middleware = async (context, next) => {
  Object.assign(context.request, { body: {} });
  await next();
};

const mine: RequestListener = (_request, response) => void response.end('mine');

const withParsed =
  (leave: (bytes: Buffer) => object): Mount =>
  (receiver, clock) => {
    const handler = toNodeHandler(receiver, { clock });
    return async (request, response) => {
      Object.assign(request, leave(await readAll(request)));
      await handler(request, response, () => mine(request, response));
    };
  };

const mounts: Readonly<Record<string, Mount>> = {
  'node:http': (receiver, clock) => {
    const handler = toNodeHandler(receiver, { clock });
    return (request, response) => void handler(request, response, () => mine(request, response));
  },
  'node:http after a JSON parser': withParsed((bytes) => ({ body: parse(bytes) })),
  'node:http after a text parser': withParsed((bytes) => ({ body: bytes.toString('utf8') })),
  'node:http after a raw parser': withParsed((bytes) => ({ body: bytes })),
  'node:http after a parser that keeps the raw body': withParsed((bytes) => ({ body: {}, rawBody: bytes })),
  Koa: (receiver, clock) => koaApp(toKoaMiddleware(receiver, { clock })),
  'Koa after a body parser': (receiver, clock) => koaApp(koaParser, toKoaMiddleware(receiver, { clock })),
  'Koa after a parser that keeps the raw body': (receiver, clock) =>
    koaApp(koaRawParser, toKoaMiddleware(receiver, { clock })),
  'Koa after a parser that did not read': (receiver, clock) =>
    koaApp(koaIdleParser, toKoaMiddleware(receiver, { clock })),
};

const auth = { [headerKey]: headerValue, 'content-type': 'application/json', 'Parking-Attempt': '2' };

const post = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = auth,
): Promise<Response> => fetch(url, { method: 'POST', headers, body });

const withServer = async (
  listener: RequestListener,
  run: (server: RunningServer) => Promise<void>,
): Promise<void> => {
  const server = await startServer(listener);
  try {
    await run(server);
  } finally {
    await server.close();
  }
};

for (const [name, mount] of Object.entries(mounts))
  describe(`a receiver in ${name}`, () => {
    it('answers notices, and leaves other paths alone', async () => {
      const { receiver, clock, handled } = createStage();
      await withServer(mount(receiver, clock), async ({ url }) => {
        const create = `${url}/bookings/create`;
        const first = await post(create, '{"id":42}');
        assert.deepEqual([first.status, await first.text()], [202, '{"code":"accepted"}']);
        assert.equal(first.headers.get('content-type'), 'application/json; charset=utf-8');
        const second = await post(create, '{"id":42}');
        assert.deepEqual([second.status, await second.json()], [400, { code: 'duplicate_request' }]);
        assert.equal((await post(create, '{"id":1}', { [headerKey]: 'wrong' })).status, 401);
        assert.equal((await post(create, '{"id":-1}')).status, 400);
        const other = await post(`${url}/mine`, '{}');
        assert.deepEqual([other.status, await other.text()], [200, 'mine']);
        assert.deepEqual(
          handled.map(({ bookingId, notice }) => [bookingId, notice.attempt]),
          [[42, 2]],
        );
      });
    });

    it('answers 404, and no more, when the handler fails', async () => {
      const onCreate = (): never => {
        throw new Error('secret of the house');
      };
      const { receiver, clock } = createStage({ onCreate });
      await withServer(mount(receiver, clock), async ({ url }) => {
        const answer = await post(`${url}/bookings/create`, '{"id":42}');
        assert.deepEqual([answer.status, await answer.text()], [404, '{"code":"not_accepted"}']);
      });
    });
  });

describe('mounting', () => {
  it('works under a prefix', async () => {
    const { receiver } = createStage();
    const listeners = [
      toNodeHandler(receiver, { prefix: '/partner/' }),
      koaApp(toKoaMiddleware(receiver, { prefix: '/partner' })),
    ];
    for (const [index, listener] of listeners.entries())
      await withServer(listener, async ({ url }) => {
        assert.equal((await post(`${url}/partner/bookings/create`, `{"id":${index + 1}}`)).status, 202);
        assert.notEqual((await post(`${url}/bookings/create`, '{"id":9}')).status, 202);
        assert.notEqual((await post(`${url}/partnerbookings/create`, '{"id":9}')).status, 202);
      });
  });

  it('answers other paths 404 where there is nothing else', async () => {
    await withServer(toNodeHandler(createStage().receiver), async ({ url }) => {
      const answer = await post(`${url}/other`, '{}');
      assert.deepEqual([answer.status, await answer.json()], [404, { code: 'not_found' }]);
    });
  });

  it('answers 404 when a parser has used the body up and left nothing', async () => {
    const { receiver, handled } = createStage();
    await withServer(withParsed(() => ({}))(receiver, createStage().clock), async ({ url }) => {
      const answer = await post(`${url}/bookings/create`, '{"id":42}');
      assert.deepEqual([answer.status, await answer.json()], [404, { code: 'body_unavailable' }]);
      assert.deepEqual(handled, []);
    });
  });
});

for (const name of ['node:http', 'Koa'] as const)
  describe(`bad connections to ${name}`, { timeout: 20_000 }, () => {
    const start = async (t: TestContext, stage: Stage): Promise<RunningServer> => {
      const mount = mounts[name];
      assert.ok(mount);
      const server = await startServer(mount(stage.receiver, stage.clock));
      // Also when an assertion fails: an open server would keep the run from ending.
      t.after(server.close);
      return server;
    };

    it('answers 401 before a body has arrived', async (t) => {
      const stage = createStage();
      const server = await start(t, stage);
      const { socket, received } = openRaw(server.port);
      socket.write(rawHead('/bookings/create', { [headerKey]: 'wrong', 'content-length': '9' }));
      assert.match(await received(/unauthorized/), /^HTTP\/1.1 401 /);
    });

    it('answers 401 to a header sent twice', async (t) => {
      const stage = createStage({ auth: { headerKey: 'authorization', headerValue: 'k' } });
      const server = await start(t, stage);
      const { socket, received } = openRaw(server.port);
      const head = { authorization: 'k', Authorization: 'k', 'content-length': '8' };
      socket.write(`${rawHead('/bookings/create', head)}{"id":42}`);
      assert.match(await received(/unauthorized/), /^HTTP\/1.1 401 /);
      assert.deepEqual(stage.handled, []);
    });

    it('answers 413 to a length that is declared too large, without waiting for it', async (t) => {
      const stage = createStage();
      const server = await start(t, stage);
      const { socket, received } = openRaw(server.port);
      socket.write(rawHead('/bookings/create', { [headerKey]: headerValue, 'content-length': '99999999' }));
      assert.match(await received(/body_too_large/), /^HTTP\/1.1 413 /);
    });

    it('answers 413 to a stream that grows too large', async (t) => {
      const stage = createStage();
      const server = await start(t, stage);
      const { socket, received } = openRaw(server.port);
      socket.write(rawHead('/bookings/create', { [headerKey]: headerValue, 'transfer-encoding': 'chunked' }));
      const chunk = 'x'.repeat(0x1000);
      for (let sent = 0; sent < 5; sent += 1) socket.write(`1000\r\n${chunk}\r\n`);
      assert.match(await received(/body_too_large/), /^HTTP\/1.1 413 /);
    });

    it('takes a body that comes in pieces, and several notices on one connection', async (t) => {
      const stage = createStage();
      const server = await start(t, stage);
      const { socket, received } = openRaw(server.port);
      const head = rawHead('/bookings/create', { [headerKey]: headerValue, 'content-length': '9' });
      socket.write(head);
      for (const piece of ['{"i', 'd":', '42', '}']) socket.write(piece);
      await received(/accepted/);
      socket.write(`${head}{"id":42}`);
      assert.match(await received(/duplicate_request/), /^HTTP\/1.1 202 [\s\S]*HTTP\/1.1 400 /);
    });

    it('answers 408 to a body that does not come, when its time is up', async (t) => {
      const stage = createStage();
      const server = await start(t, stage);
      const { socket, received } = openRaw(server.port);
      socket.write(
        `${rawHead('/bookings/create', { [headerKey]: headerValue, 'content-length': '9' })}{"id"`,
      );
      while (stage.clock.waiting() === 0) await stage.clock.advance(0);
      await stage.clock.advance(10_000);
      assert.match(await received(/body_timeout/), /^HTTP\/1.1 408 /);
      assert.deepEqual(stage.handled, []);
    });

    it('leaves no claim and no timer when the caller breaks off within the body', async (t) => {
      const stage = createStage();
      const server = await start(t, stage);
      const { socket } = openRaw(server.port);
      socket.write(
        `${rawHead('/bookings/create', { [headerKey]: headerValue, 'content-length': '9' })}{"id"`,
      );
      while (stage.clock.waiting() === 0) await stage.clock.advance(0);
      socket.destroy();
      while (stage.events.length === 0) await stage.clock.advance(0);
      const [event] = stage.events;
      assert.equal(event?.type === 'answered' && event.outcome.type, 'body_aborted');
      assert.equal(stage.clock.waiting(), 0);
      assert.equal((await post(`${server.url}/bookings/create`, '{"id":42}')).status, 202);
    });

    it('gives the claim back when the caller goes before the handler starts', async (t) => {
      const memory = createMemoryStore();
      const gate = createGate();
      let claims = 0;
      const claim: NoticeStore['claim'] = async (key, leaseMs) => {
        claims += 1;
        if (claims === 1) await gate.passed;
        return memory.claim(key, leaseMs);
      };
      const stage = createStage({ store: { ...memory, claim } });
      const server = await start(t, stage);
      const { socket } = openRaw(server.port);
      const head = rawHead('/bookings/create', { [headerKey]: headerValue, 'content-length': '9' });
      socket.write(`${head}{"id":42}`);
      while (claims === 0) await stage.clock.advance(0);
      socket.destroy();
      // One more call, so that the server has surely seen the first one close.
      assert.equal((await post(`${server.url}/bookings/create`, '{"id":43}')).status, 202);
      gate.open();
      while (stage.events.length < 2) await stage.clock.advance(0);
      assert.deepEqual(
        stage.handled.map(({ bookingId }) => bookingId),
        [43],
      );
      assert.equal((await post(`${server.url}/bookings/create`, '{"id":42}')).status, 202);
    });

    it('finishes a handler whose caller has gone, once', async (t) => {
      const gate = createGate();
      let runs = 0;
      const stage = createStage({
        onCreate: () => {
          runs += 1;
          return gate.passed;
        },
      });
      const server = await start(t, stage);
      const { socket } = openRaw(server.port);
      const head = rawHead('/bookings/create', { [headerKey]: headerValue, 'content-length': '9' });
      socket.write(`${head}{"id":42}`);
      while (runs === 0) await stage.clock.advance(0);
      socket.destroy();
      assert.equal((await post(`${server.url}/bookings/create`, '{"id":42}')).status, 404);
      gate.open();
      await stage.receiver.idle();
      assert.equal((await post(`${server.url}/bookings/create`, '{"id":42}')).status, 400);
      assert.equal(runs, 1);
    });
  });
