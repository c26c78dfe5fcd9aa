import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenOnLoopback } from './loopback.js';

export interface Arrived {
  /** Method and path. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface HttpReceiver {
  readonly url: string;
  readonly received: readonly Arrived[];
  /** All that were received, once there are so many. */
  readonly arrivedAt: (count: number) => Promise<readonly Arrived[]>;
  readonly close: () => Promise<void>;
}

/** Whoever is told over HTTP in a test: gets each whole request, and answers it as it likes. */
export const openHttpReceiver = async (
  answer: (response: ServerResponse, request: Arrived) => unknown,
): Promise<HttpReceiver> => {
  const received: Arrived[] = [];
  let tell: () => void = () => undefined;
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const arrived = { target: `${request.method} ${request.url}`, headers: request.headers, body };
      received.push(arrived);
      await answer(response, arrived);
      tell();
    });
  });
  const { port, close } = await listenOnLoopback(server);
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    arrivedAt: async (count) => {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          tell = resolve;
        });
      }
      return received;
    },
    close,
  };
};
