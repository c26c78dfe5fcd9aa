import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http';
import Koa from 'koa';

interface Recorded {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

const fetchOnce = (port: number, path: string): Promise<Recorded> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ headers: answer.headers, body: Buffer.concat(chunks).toString() }));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });

const hopByHop = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']);

/** Koa alone, sending the very bytes and headers that the server at `port` answered, ready-made, for each target. */
export const createBareServer = async (port: number, targets: readonly string[]): Promise<Server> => {
  const recorded = new Map<string, Recorded>();
  for (const target of targets) recorded.set(target, await fetchOnce(port, target));
  const app = new Koa();
  app.use((context) => {
    const answer = recorded.get(context.url);
    if (answer === undefined) return;
    for (const [name, value] of Object.entries(answer.headers))
      if (value !== undefined && !hopByHop.has(name)) context.set(name, value);
    context.body = answer.body;
  });
  const handle = app.callback();
  return createServer((asked, answer) => void handle(asked, answer));
};
