import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RunningServer, startServer } from './servers.js';

/** A call as the fake marketplace has seen it. */
export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
}

export interface FakeReply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers one call; `drop` closes the connection, `hang` never answers. */
export type Script = (call: SeenCall) => FakeReply | 'drop' | 'hang' | Promise<FakeReply>;

export interface Marketplace extends RunningServer {
  readonly calls: SeenCall[];
  /** Logins seen so far. */
  readonly logins: () => number;
}

export const secret = 'client-s3cret';
const singleHeader = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

const readText = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

const see = async (request: IncomingMessage): Promise<SeenCall> => {
  const url = new URL(request.url ?? '/', 'http://x');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(await readText(request)),
    authorization: request.headers.authorization,
    idempotencyKey: singleHeader(request.headers['idempotency-key']),
  };
};

const reply = (response: ServerResponse, { status, body, headers = {} }: FakeReply): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
};

/** Gives out the tokens `access-token-1`, `access-token-2` and so on. */
export const tokenScript = (expiresIn = 31_557_600): Script => {
  let given = 0;
  return ({ form }) => {
    if (form.get('client_secret') !== secret) return { status: 401, body: { error: 'invalid_client' } };
    given += 1;
    const token = {
      access_token: `access-token-${given}`,
      token_type: 'bearer',
      expires_in: expiresIn,
      scope: 'partner',
    };
    return { status: 200, body: token };
  };
};

/** A marketplace of two scripts: one for logins, one for all other calls. */
export const startMarketplace = async (api: Script, login: Script = tokenScript()): Promise<Marketplace> => {
  const calls: SeenCall[] = [];
  const isLogin = ({ path }: SeenCall): boolean => path === '/v4/oauth/token';
  const server = await startServer(async (request, response) => {
    const call = await see(request);
    calls.push(call);
    const result = await (isLogin(call) ? login(call) : api(call));
    if (result === 'drop') request.socket.destroy();
    else if (result !== 'hang') reply(response, result);
  });
  return { ...server, calls, logins: () => calls.filter(isLogin).length };
};
