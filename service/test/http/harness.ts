import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Caller } from '../../src/base/caller.js';
import type { Logger } from '../../src/base/logger.js';
import { createHttpServer, type HttpOptions } from '../../src/http/server.js';

export interface LogLine {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A logger that keeps what it is given. */
const keepingLogger = (): { readonly logger: Logger; readonly lines: LogLine[] } => {
  const lines: LogLine[] = [];
  const keep = (level: string) => (fields: Readonly<Record<string, unknown>>) => {
    lines.push({ level, fields });
  };
  return {
    lines,
    logger: { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') },
  };
};

/** Hex that differs each time and is the same in each run. */
export const countingHex = (): ((bytes: number) => string) => {
  let count = 0;
  return (bytes) => {
    count += 1;
    return createHash('sha512')
      .update(String(count))
      .digest('hex')
      .slice(0, bytes * 2);
  };
};

/** Saturday 2026-11-21, noon UTC. */
export const noon = Date.UTC(2026, 10, 21, 12);

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly token?: string;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body read as JSON; `undefined` where there is none. */
  readonly body: unknown;
}

export interface TestServer {
  readonly url: string;
  readonly lines: readonly LogLine[];
  readonly server: Server;
  /** Sends the address exactly as written (no normalisation by the client). */
  readonly send: (path: string, sent?: Sent) => Promise<Received>;
  readonly close: () => Promise<void>;
}

const bodyOf = (sent: Sent): readonly [body: string | Uint8Array | undefined, type: string | undefined] => {
  if (sent.form !== undefined) {
    return [new URLSearchParams(sent.form).toString(), 'application/x-www-form-urlencoded'];
  }
  if (sent.json !== undefined) return [JSON.stringify(sent.json), 'application/json'];
  return [sent.body, undefined];
};

const exchange = (port: number, path: string, sent: Sent): Promise<Received> => {
  const [body, type] = bodyOf(sent);
  const headers = {
    ...(type !== undefined && { 'content-type': type }),
    ...(sent.token !== undefined && { authorization: `Bearer ${sent.token}` }),
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...sent.headers,
  };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path, method: sent.method ?? 'GET', headers, agent: false };
    const request = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isJson = /^application\/(hal\+)?json/.test(response.headers['content-type'] ?? '');
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          body: isJson && text !== '' ? JSON.parse(text) : undefined,
        });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
};

/** Tokens that the test server knows, and whom they stand for. */
export type Tokens = Readonly<Record<string, Caller>>;

interface ServerOptions extends Partial<Omit<HttpOptions, 'mounts'>> {
  readonly mounts: HttpOptions['mounts'];
  readonly tokens?: Tokens;
}

/** A server on a free port. The operator's token is `operator-token`. */
export const startServer = async ({ tokens = {}, ...options }: ServerOptions): Promise<TestServer> => {
  const { logger, lines } = keepingLogger();
  const server = createHttpServer({
    curie: 'svc',
    baseUrl: undefined,
    clock: { now: () => noon },
    logger,
    randomHex: countingHex(),
    isStorageAway: () => false,
    authenticate: async (token) => (Object.hasOwn(tokens, token) ? tokens[token] : undefined),
    isOperatorToken: (token) => token === 'operator-token',
    ...options,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    lines,
    server,
    send: (path, sent = {}) => exchange(port, path, sent),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};

const portOf = (address: string | AddressInfo | null): number => {
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
};
