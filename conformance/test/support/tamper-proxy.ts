import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export interface ProxyRequest {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ProxyResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Forward = (request: ProxyRequest) => Promise<ProxyResponse>;

/** Sees a request, forwards it as it likes, and answers as it likes. */
export type Tamper = (request: ProxyRequest, forward: Forward) => Promise<ProxyResponse>;

export interface TamperProxy {
  readonly url: string;
  /** How many answers differed from what the deployment had said. */
  readonly touched: () => number;
  readonly close: () => Promise<void>;
}

/** A reverse proxy on loopback in front of a good deployment, which makes it a bad one. */
export async function startTamperProxy(target: string, tamper: Tamper): Promise<TamperProxy> {
  let touched = 0;
  const counting: Tamper = async (request, forward) => {
    const seen: string[] = [];
    const answer = await tamper(request, async (sent) => {
      if (JSON.stringify(sent) !== JSON.stringify(request)) touched += 1;
      const honest = await forward(sent);
      seen.push(JSON.stringify(honest));
      return honest;
    });
    if (!seen.includes(JSON.stringify(answer))) touched += 1;
    return answer;
  };
  const server = createServer((request, response) => {
    pass(request, { target, tamper: counting })
      .then((answer) => respond(response, answer))
      .catch(() => response.destroy());
  });
  const url = await listenOnLoopback(server);
  return { url, touched: () => touched, close: () => closeServer(server) };
}

/** Listens on a free port of loopback and gives the address. */
export function listenOnLoopback(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
    });
  });
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export async function readText(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces).toString('utf8');
}

async function pass(
  request: IncomingMessage,
  { target, tamper }: { readonly target: string; readonly tamper: Tamper },
): Promise<ProxyResponse> {
  const body = await readText(request);
  const headers = Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => !['host', 'connection', 'content-length', 'transfer-encoding'].includes(name))
      .map(([name, value]) => [name, String(value)]),
  );
  const seen = { method: request.method ?? 'GET', path: request.url ?? '/', headers, body };
  return tamper(seen, (sent) => forwardTo(target, sent));
}

async function forwardTo(target: string, request: ProxyRequest): Promise<ProxyResponse> {
  const { method, headers, body } = request;
  const carried = body === '' ? {} : { body };
  const answer = await fetch(`${target}${request.path}`, { method, headers, redirect: 'manual', ...carried });
  const text = await answer.text();
  const kept = [...answer.headers].filter(
    ([name]) =>
      !['content-length', 'content-encoding', 'transfer-encoding', 'connection', 'etag'].includes(name),
  );
  return { status: answer.status, headers: Object.fromEntries(kept), body: text };
}

function respond(response: ServerResponse, answer: ProxyResponse): void {
  response.writeHead(answer.status, { ...answer.headers });
  response.end(answer.body);
}
