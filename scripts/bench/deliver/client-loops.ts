import { Agent as NodeAgent, request as nodeRequest } from 'node:http';
import got from 'got';
import { Agent, type Dispatcher } from 'undici';
import type { Post } from '#service/outbound/outbound.js';
import { createPlainLoop, plainRequest } from './plain-loop.js';
import { createRawLoop, type Loop } from './raw-loop.js';

export interface ClientLoop {
  readonly name: string;
  readonly loop: Loop;
}

/** So many callers side by side, each waiting for its answer before it sends the next. */
const sideBySide =
  (side: number, send: (id: number) => Promise<unknown>): Loop =>
  async (count) => {
    let next = 0;
    const caller = async (): Promise<void> => {
      while (next < count) {
        next += 1;
        await send(next);
      }
    };
    await Promise.all(Array.from({ length: side }, caller));
  };

const byGot = (port: number, side: number): Loop => {
  const agent = { http: new NodeAgent({ keepAlive: true, maxSockets: side }) };
  return sideBySide(side, (id) => {
    const { url, headers, body } = plainRequest(port, id);
    return got.post(url, {
      headers,
      body,
      agent,
      retry: { limit: 0 },
      followRedirect: false,
      timeout: { request: 10_000 },
    });
  });
};

const byNode = (port: number, side: number): Loop => {
  const agent = new NodeAgent({ keepAlive: true, maxSockets: side });
  return sideBySide(side, (id) => {
    const { url, headers, body } = plainRequest(port, id);
    return new Promise((resolve, reject) => {
      const options = { agent, method: 'POST', headers: { ...headers, 'content-length': body.length } };
      const request = nodeRequest(url, options, (response) => response.resume().on('end', resolve));
      request.on('error', reject).end(body);
    });
  });
};

const byUndiciRequest = (port: number, side: number): Loop => {
  const agent = new Agent({ connections: side });
  return sideBySide(side, async (id) => {
    const { url, headers, body } = plainRequest(port, id);
    const answer = await agent.request({
      origin: url.slice(0, -'/created'.length),
      path: '/created',
      method: 'POST',
      headers,
      body,
    });
    await answer.body.dump();
  });
};

/** Whether it went well, and nothing of the answer. */
const handlerOf = (resolve: () => void, reject: (error: Error) => void): Dispatcher.DispatchHandler => ({
  onRequestStart: () => undefined,
  onResponseStart: () => undefined,
  onResponseData: () => undefined,
  onResponseEnd: resolve,
  onResponseError: (_controller, error) => reject(error),
});

const byUndiciDispatch = (port: number, side: number): Loop => {
  const agent = new Agent({ connections: side });
  const origin = `http://127.0.0.1:${port}`;
  return sideBySide(side, (id) => {
    const { headers, body } = plainRequest(port, id);
    return new Promise<void>((resolve, reject) => {
      const options: Dispatcher.DispatchOptions = { origin, path: '/created', method: 'POST', headers, body };
      agent.dispatch(options, handlerOf(resolve, reject));
    });
  });
};

/** The same notices to the same sink by every client that there is to choose from. */
export const clientLoops = (post: Post, port: number, side: number): readonly ClientLoop[] => [
  { name: 'got', loop: byGot(port, side) },
  { name: 'node:http with an agent', loop: byNode(port, side) },
  { name: 'undici, request', loop: byUndiciRequest(port, side) },
  { name: 'undici, dispatch', loop: byUndiciDispatch(port, side) },
  { name: 'ours: dispatch with deadline, cap, policy', loop: createPlainLoop(post, port, side) },
  { name: 'ready-made bytes on raw sockets', loop: createRawLoop(port, side) },
];
