import { once } from 'node:events';
import { createServer } from 'node:http';

/** A partner that takes its time, accepts everything, and counts who came how often. */
export interface CountingReceiver {
  readonly url: string;
  /** How often each delivery arrived, by its id. */
  readonly arrivals: ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
}

export const startCountingReceiver = async (answerMs: number): Promise<CountingReceiver> => {
  const arrivals = new Map<string, number>();
  const server = createServer((request, response) => {
    const id = String(request.headers['parking-delivery']);
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
    request.resume();
    setTimeout(() => response.writeHead(202).end(), answerMs);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    arrivals,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};
