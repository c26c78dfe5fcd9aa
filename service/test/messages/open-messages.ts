import type { TestContext } from 'node:test';
import type { Database, Documents } from '../../src/base/documents.js';
import { randomHex } from '../../src/base/ids.js';
import type { Logger } from '../../src/base/logger.js';
import { createSeal } from '../../src/base/seal.js';
import { createMessages } from '../../src/messages/create-messages.js';
import { type MessageDocument, messageCollection } from '../../src/messages/message.js';
import { createMessageStore, type MessageStore } from '../../src/messages/message-store.js';
import type { Messages, NewMessage } from '../../src/messages/messages.js';
import { createSendMessage } from '../../src/messages/send-message.js';
import { createSender, type Sender } from '../../src/messages/sender.js';
import type { OutgoingMessage, SendOutcome } from '../../src/messages/transports/transport.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { createFakeClock, type FakeClock } from '../support/fake-clock.js';
import { traceDatabase } from '../support/traced-database.js';

export const secretKey = 'of no worth elsewhere';

/** One with a code. */
export const aCodeMessage = (more: Partial<Extract<NewMessage, { template: 'verification_code' }>> = {}) =>
  ({
    id: 'code:1',
    to: { email: 'ann@example.com' },
    template: 'verification_code',
    locale: 'en-US',
    values: { code: '493817', minutes: '10' },
    ...more,
  }) satisfies NewMessage;

export const aConfirmation = (
  more: Partial<Extract<NewMessage, { template: 'booking_confirmation' }>> = {},
) =>
  ({
    id: 'booking:42:confirmation',
    to: { email: 'ann@example.com' },
    template: 'booking_confirmation',
    locale: 'en-US',
    values: {
      booking_id: '42',
      location_name: 'Grand Garage',
      location_address: '1 Main St, Springfield',
      start_time: 'Nov 22, 10:00 AM',
      end_time: 'Nov 22, 12:00 PM',
      price_paid: '$8.00',
      pass_url: 'https://parking.example/pass/42',
    },
    ...more,
  }) satisfies NewMessage;

export interface OpenMessages {
  readonly messages: Messages;
  readonly store: MessageStore;
  readonly documents: Documents<MessageDocument>;
  readonly database: Database;
  readonly clock: FakeClock;
  readonly sender: Sender;
  /** Another worker on the same database (or on one that stands before it), under that key. */
  readonly anotherSender: (more?: {
    readonly database?: Pick<Database, 'collection'>;
    readonly secretKey?: string;
  }) => Sender;
  /** What went out, in order. */
  readonly sent: readonly OutgoingMessage[];
  /** How the transport answers from now on. */
  readonly answer: (outcome: SendOutcome | Error) => void;
  readonly lines: readonly unknown[];
}

/** The outbox on a fresh database, with a fake clock and a transport that keeps what it gets. */
export const openMessages = async (context: TestContext): Promise<OpenMessages> => {
  const busy: (() => boolean)[] = [];
  const clock = createFakeClock({ isBusy: () => busy.some((isBusy) => isBusy()) });
  const database = await openTestDatabase({ clock });
  context.after(() => database.close());
  const documents = database.collection(messageCollection);
  await database.ensureIndexes();
  const lines: unknown[] = [];
  const keep = (fields: unknown, message: string): void => void lines.push([message, fields]);
  const logger: Logger = { debug: keep, info: keep, warn: keep, error: keep };
  const sent: OutgoingMessage[] = [];
  let outcome: SendOutcome | Error = { kind: 'sent', detail: 'ok' };
  const transport = {
    name: 'kept',
    send: async (message: OutgoingMessage) => {
      if (outcome instanceof Error) throw outcome;
      sent.push(message);
      return outcome;
    },
  };

  const anotherSender: OpenMessages['anotherSender'] = (more = {}) => {
    const traced = traceDatabase(more.database ?? database);
    busy.push(traced.isBusy);
    const store = createMessageStore(traced.collection(messageCollection));
    const seal = createSeal({ secretKey: more.secretKey ?? secretKey, purpose: 'message' });
    const send = createSendMessage({ store, seal, transport, clock, random: () => 0, logger });
    return createSender({ store, send, clock, randomHex, logger });
  };

  const sender = anotherSender();
  const store = createMessageStore(documents);
  const seal = createSeal({ secretKey, purpose: 'message' });
  return {
    messages: createMessages({ store, seal, clock, onEnqueued: sender.nudge }),
    store,
    documents,
    database,
    clock,
    sender,
    anotherSender,
    sent,
    lines,
    answer: (next) => {
      outcome = next;
    },
  };
};
