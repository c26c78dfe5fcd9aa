import type { Clock } from '../base/clock.js';
import type { Database } from '../base/documents.js';
import type { RandomHex } from '../base/ids.js';
import type { Logger } from '../base/logger.js';
import { createSeal } from '../base/seal.js';
import { createMessages } from '../messages/create-messages.js';
import { messageCollection } from '../messages/message.js';
import { createMessageStore } from '../messages/message-store.js';
import { createSendMessage } from '../messages/send-message.js';
import { createSender } from '../messages/sender.js';
import type { Transport } from '../messages/transports/transport.js';

interface MailOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomHex: RandomHex;
  readonly logger: Logger;
  readonly secretKey: string;
  /** Absent: messages wait until a process that has one starts. */
  readonly transport?: Transport | undefined;
}

/** What the service has to tell people, and the way to them. */
export const createMail = (options: MailOptions) => {
  const { database, clock, randomHex, logger, secretKey, transport } = options;
  const store = createMessageStore(database.collection(messageCollection));
  const seal = createSeal({ secretKey, purpose: 'message' });
  const sender =
    transport === undefined
      ? undefined
      : createSender({
          store,
          send: createSendMessage({ store, seal, transport, clock, random: Math.random, logger }),
          clock,
          randomHex,
          logger,
        });
  const nudge = (): void => sender?.nudge();
  const messages = createMessages({ store, seal, clock, onEnqueued: nudge });
  return { messages, store, nudge, senders: sender === undefined ? [] : [sender] };
};

export type Mail = ReturnType<typeof createMail>;
