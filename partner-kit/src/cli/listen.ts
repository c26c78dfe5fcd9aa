import { createServer } from 'node:http';
import { toNodeHandler } from '../adapters/node.js';
import { createBookingClient } from '../client/client.js';
import type { Booking } from '../client/records.js';
import type { BookingNotice } from '../receiver/notice.js';
import type { ReceiverEvent } from '../receiver/outcome.js';
import { createReceiver } from '../receiver/receiver.js';
import { createMemoryStore } from '../stores/memory.js';
import type { ListenCommand } from './arguments.js';

/** A listener at work. */
export interface Listening {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

type Line = Readonly<Record<string, unknown>>;

const wordsOf = (line: Line): string =>
  Object.entries(line)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (name === 'event' ? value : `${name}=${JSON.stringify(value)}`))
    .join(' ');

/** A plain listener that could not open its port. */
export class CannotListenError extends Error {
  override readonly name = 'CannotListenError';
}

const answeredLine = (event: ReceiverEvent): Line | undefined => {
  if (event.type !== 'answered') return undefined;
  const { kind, bookingId, status, outcome, durationMs } = event;
  return { event: 'answered', kind, bookingId, status, outcome: outcome.type, durationMs };
};

const openPort = (server: ReturnType<typeof createServer>, command: ListenCommand): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new CannotListenError(error.message)));
    server.listen(command.port, command.host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : command.port);
    });
  });

/** Receives notices and prints each, with its booking; the first line says where it listens. */
export const listen = async (command: ListenCommand, print: (text: string) => void): Promise<Listening> => {
  const { headerKey, headerValue, createPath, cancelPath, marketplace } = command;
  const write = (line: Line): void => print(command.json ? JSON.stringify(line) : wordsOf(line));
  const bookings = marketplace && createBookingClient(marketplace);

  // It only looks on: a notice counts as received although its booking cannot be fetched.
  const fetched = async (notice: BookingNotice): Promise<{ booking?: Booking; bookingError?: string }> => {
    if (!bookings) return {};
    try {
      return { booking: await notice.booking() };
    } catch (error) {
      return { bookingError: error instanceof Error ? error.message : 'unknown' };
    }
  };

  const show = async (notice: BookingNotice): Promise<void> => {
    const { kind, bookingId } = notice;
    write({ event: 'notice', kind, bookingId, attempt: notice.notice.attempt, ...(await fetched(notice)) });
  };

  const receiver = createReceiver({
    auth: { headerKey, headerValue },
    store: createMemoryStore(),
    onCreate: show,
    onCancel: show,
    createPath,
    cancelPath,
    ...(bookings && { bookings }),
    onEvent: (event) => {
      const line = answeredLine(event);
      if (line) write(line);
    },
  });
  const server = createServer(toNodeHandler(receiver));
  const port = await openPort(server, command);
  write({ event: 'listening', port, url: `http://${command.host}:${port}`, createPath, cancelPath });

  const stop = async (): Promise<void> => {
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeIdleConnections();
    });
    await receiver.idle();
  };
  return { port, stop };
};
