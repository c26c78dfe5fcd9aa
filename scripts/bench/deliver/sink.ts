import { createServer } from 'node:net';

/** Whatever comes is accepted: the least that a partner can do, so that the sender is what is measured. */
const accepted = 'HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n';

const server = createServer({ noDelay: true }, (socket) => {
  socket.on('error', () => socket.destroy());
  // Requests are short and not pipelined: the closing brace is the end of one.
  socket.on('data', (bytes) => {
    if (bytes.at(-1) === 0x7d) socket.write(accepted);
  });
});

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});

process.once('disconnect', () => process.exit());
