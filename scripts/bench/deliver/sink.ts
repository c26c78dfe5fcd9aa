import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';

/** Whatever comes is accepted: the least that a partner can do, so that the sender is what is measured. */
const accepted = 'HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n';

const bareServer = (): Server =>
  createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    // Requests are short and not pipelined: the closing brace is the end of one.
    socket.on('data', (bytes) => {
      if (bytes.at(-1) === 0x7d) socket.write(accepted);
    });
  });

/** A partner as partners are: Node's own HTTP server. */
const httpServer = (): Server =>
  createHttpServer((request, response) => {
    request.resume().on('end', () => response.writeHead(202, { 'content-length': 0 }).end());
  });

/** Says when each request was there, by the clock that all processes of a machine share. */
const stampingServer = (): Server =>
  createHttpServer((request, response) => {
    const headers = { 'content-length': 0, 'arrived-at': String(process.hrtime.bigint()) };
    request.resume().on('end', () => response.writeHead(202, headers).end());
  });

/** Takes connections and never answers. */
const hangingServer = (): Server =>
  createServer((socket) => {
    socket.on('error', () => socket.destroy()).resume();
  });

const servers: Readonly<Record<string, () => Server>> = {
  bare: bareServer,
  http: httpServer,
  stamping: stampingServer,
  hanging: hangingServer,
};

const server = (servers[process.argv[2] ?? ''] ?? bareServer)();

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});

process.once('disconnect', () => process.exit());
