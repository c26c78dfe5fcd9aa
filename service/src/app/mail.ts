import type { Clock } from '../base/clock.js';
import type { Database } from '../base/documents.js';
import { createMessages } from '../messages/create-messages.js';
import { messageCollection } from '../messages/message.js';
import { createMessageStore } from '../messages/message-store.js';
import { createSeal } from '../webhooks/seal.js';

interface MailOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretKey: string;
}

/** What the service has to tell people, and the way to them. */
export const createMail = ({ database, clock, secretKey }: MailOptions) => {
  const store = createMessageStore(database.collection(messageCollection));
  const seal = createSeal({ secretKey, purpose: 'message' });
  const messages = createMessages({ store, seal, clock, onEnqueued: () => undefined });
  return { messages, store, seal };
};

export type Mail = ReturnType<typeof createMail>;
