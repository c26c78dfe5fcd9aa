import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';

/** A partner that misbehaves as it is told. */
export interface ToldPartner {
  readonly url: string;
  /** From now on it lets in whoever sends one of these. */
  readonly take: (...values: readonly string[]) => void;
  readonly hang: () => void;
  /** Ends a hang, too. */
  readonly answer: () => void;
  readonly goDown: () => Promise<void>;
  /** At the address from before. */
  readonly comeUp: () => Promise<void>;
  /** Forgets every notice. */
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

const listen = async (server: Server, port: number): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

const close = async (server: Server): Promise<void> => {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
};

export const openToldPartner = async (): Promise<ToldPartner> => {
  const seen = new Set<string>();
  let values: readonly string[] = [];
  let isHanging = false;
  const server = createServer(async (request, response) => {
    const { id } = JSON.parse(await text(request));
    if (isHanging) return;
    if (!values.includes(String(request.headers['x-api-key']))) {
      response.writeHead(401).end('who are you?');
      return;
    }
    const name = `${request.url} ${id}`;
    if (seen.has(name)) response.writeHead(400).end('{"code":"duplicate_request"}');
    else response.writeHead(202).end();
    seen.add(name);
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}`,
    take: (...given) => {
      values = given;
    },
    hang: () => {
      isHanging = true;
    },
    answer: () => {
      isHanging = false;
    },
    goDown: () => close(server),
    comeUp: async () => {
      await listen(server, port);
    },
    forget: () => seen.clear(),
    close: () => close(server),
  };
};
