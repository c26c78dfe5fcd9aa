import { connect, type Socket } from 'node:net';

export interface LoadOptions {
  readonly port: number;
  readonly targets: readonly string[];
  readonly connections: number;
  readonly durationMs: number;
  /** Its Accept-Encoding header; none where absent. */
  readonly acceptEncoding?: string | undefined;
}

export interface LoadFigures {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly answers: number;
  readonly bytes: number;
}

const headEnd = Buffer.from('\r\n\r\n');

/** Length of the whole answer in the buffer's beginning; `undefined` while its head is not complete. Throws unless it is a 200. */
const answerLength = (buffer: Buffer): number | undefined => {
  const end = buffer.indexOf(headEnd);
  if (end < 0) return undefined;
  const head = buffer.toString('latin1', 0, end);
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (!head.startsWith('HTTP/1.1 200') || length === undefined) throw new Error(`unexpected answer: ${head}`);
  return end + headEnd.length + Number(length);
};

interface Tally {
  readonly latenciesMs: number[];
  bytes: number;
}

/** Sends one request after the other on one connection until the time is over. Counts bytes and parses as little as it can: the client must not be what is measured. */
const drive = (socket: Socket, nextRequest: () => string, until: number, tally: Tally): Promise<void> =>
  new Promise((resolve, reject) => {
    let head: Buffer = Buffer.alloc(0);
    let left = 0;
    let sentAt = 0;
    const send = (): void => {
      sentAt = performance.now();
      socket.write(nextRequest());
    };
    const finishAnswer = (): void => {
      const now = performance.now();
      tally.latenciesMs.push(now - sentAt);
      if (now < until) send();
      else resolve(void socket.end());
    };
    const begin = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk]);
      const length = answerLength(head);
      if (length === undefined) return;
      tally.bytes += length;
      left = length - head.length;
      head = Buffer.alloc(0);
      if (left === 0) finishAnswer();
    };
    const take = (chunk: Buffer): void => {
      const isNext = left === 0;
      if (isNext) begin(chunk);
      else left -= chunk.length;
      if (!isNext && left === 0) finishAnswer();
    };
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      try {
        take(chunk);
      } catch (error) {
        socket.destroy();
        reject(error);
      }
    });
    send();
  });

/** Loads a server on the loopback with so many connections, each with one request under way. Rejects on any answer but 200. */
export const load = async (options: LoadOptions): Promise<LoadFigures> => {
  const { port, targets, connections, durationMs, acceptEncoding } = options;
  const accepted = acceptEncoding === undefined ? '' : `Accept-Encoding: ${acceptEncoding}\r\n`;
  const tally: Tally = { latenciesMs: [], bytes: 0 };
  let sent = 0;
  const nextRequest = (): string => {
    sent += 1;
    return `GET ${targets[sent % targets.length] ?? '/'} HTTP/1.1\r\nHost: localhost\r\n${accepted}\r\n`;
  };
  const started = performance.now();
  const sockets = Array.from({ length: connections }, () => connect(port, '127.0.0.1'));
  try {
    await Promise.all(sockets.map((socket) => drive(socket, nextRequest, started + durationMs, tally)));
  } finally {
    for (const socket of sockets) socket.destroy();
  }
  const seconds = (performance.now() - started) / 1000;
  const sorted = tally.latenciesMs.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  const answers = sorted.length;
  return { perSecond: answers / seconds, p50Ms: at(0.5), p99Ms: at(0.99), answers, bytes: tally.bytes };
};
