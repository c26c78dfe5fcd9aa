import type { Server } from 'node:http';

export interface Listening {
  readonly port: number;
  readonly url: string;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

const urlOf = (host: string, port: number): string => {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
};

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['EADDRINUSE', 'another process listens there'],
  ['EADDRNOTAVAIL', 'this machine has no such address'],
  ['EACCES', 'that port is not allowed to this user'],
]);

/** The address cannot be listened on. */
class CannotListen extends Error {
  override readonly name = 'CannotListen';

  constructor({ host, port }: Address, cause: Error) {
    const reason = reasons.get('code' in cause ? cause.code : undefined) ?? cause.message;
    super(
      `Cannot listen on ${host}:${port}: ${reason}. PARKING_PORT and PARKING_HOST choose another address (PARKING_PORT=0 a free port).`,
      { cause },
    );
  }
}

/** Rejects where the port is taken or not allowed. */
export const listen = (server: Server, at: Address): Promise<Listening> =>
  new Promise((resolve, reject) => {
    const refuse = (error: Error): void => reject(new CannotListen(at, error));
    server.once('error', refuse);
    server.listen(at.port, at.host, () => {
      server.off('error', refuse);
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : at.port;
      resolve({ port, url: urlOf(at.host, port) });
    });
  });

/** Takes no new connection, lets requests under way finish for `graceMs`, then lets go. */
export const closeServer = (server: Server, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    if (!server.listening) return resolve();
    const patience = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearTimeout(patience);
      resolve();
    });
    server.closeIdleConnections();
  });
