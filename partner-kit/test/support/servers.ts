import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A server on a free port of the loopback, closed with all its connections. */
export interface RunningServer {
  readonly port: number;
  readonly url: string;
  readonly close: () => Promise<void>;
}

const isAddress = (address: ReturnType<Server['address']>): address is AddressInfo =>
  typeof address === 'object' && address !== null;

export const startServer = async (listener: RequestListener): Promise<RunningServer> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!isAddress(address)) throw new Error('no port');
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port: address.port, url: `http://127.0.0.1:${address.port}`, close };
};

/** A connection to write bytes to by hand. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything received, once it matches or the server has closed. */
  readonly received: (pattern: RegExp) => Promise<string>;
}

export const openRaw = (port: number): RawConnection => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  let isClosed = false;
  let look = (): void => {};
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    look();
  });
  socket.on('close', () => {
    isClosed = true;
    look();
  });
  socket.on('error', () => {});
  const received = (pattern: RegExp): Promise<string> =>
    new Promise((resolve) => {
      look = () => {
        if (pattern.test(text) || isClosed) resolve(text);
      };
      look();
    });
  return { socket, received };
};

/** The head of a notice, as bytes for a raw connection. */
export const rawHead = (path: string, headers: Readonly<Record<string, string>>): string =>
  [`POST ${path} HTTP/1.1`, 'host: x', ...Object.entries(headers).map(([k, v]) => `${k}: ${v}`), '', ''].join(
    '\r\n',
  );
