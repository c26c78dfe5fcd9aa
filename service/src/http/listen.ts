import type { Server } from 'node:http';

export interface Listening {
  readonly port: number;
  readonly url: string;
}

const urlOf = (host: string, port: number): string => {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
};

/** Rejects where the port is taken or not allowed. */
export const listen = (
  server: Server,
  at: { readonly host: string; readonly port: number },
): Promise<Listening> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(at.port, at.host, () => {
      server.off('error', reject);
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
