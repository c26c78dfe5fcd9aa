import type { Clock } from '../base/clock.js';
import { Problem } from '../base/problem.js';
import type { Seal } from '../base/seal.js';
import type { MessageDocument } from './message.js';
import type { MessageStore } from './message-store.js';
import type { Messages, NewMessage, Recipient } from './messages.js';
import { templates } from './templates/templates.js';

interface MessagesDependencies {
  readonly store: MessageStore;
  readonly seal: Pick<Seal, 'seal'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Something may now be sent. */
  readonly onEnqueued: () => void;
}

const idForm = /^[A-Za-z0-9][A-Za-z0-9:._-]{0,199}$/;

const addressOf = (to: Recipient): Pick<MessageDocument, 'channel' | 'address' | 'name'> => ({
  ...('email' in to ? { channel: 'email', address: to.email } : { channel: 'sms', address: to.phone }),
  name: to.name ?? '',
});

/** What a caller of ours got wrong is a bug, not something to be sent. */
const requireSound = ({ id, address }: { readonly id: string; readonly address: string }): void => {
  if (!idForm.test(id)) throw new Error(`no id of a message: ${JSON.stringify(id)}`);
  if (address === '' || /[\s\p{Cc}]/u.test(address)) throw new Error(`message ${id} has no sound address`);
};

/** Takes messages on and shows them; sending is the sender's. */
export const createMessages = (dependencies: MessagesDependencies): Messages => {
  const { store, seal, clock, onEnqueued } = dependencies;

  const documentOf = ({ id, to, template, locale, values, until }: NewMessage): MessageDocument => {
    const now = clock.now();
    const recipient = addressOf(to);
    requireSound({ id, address: recipient.address });
    const written = JSON.stringify(values);
    return {
      _id: id,
      st: 'waiting',
      ...recipient,
      template,
      locale,
      values: templates[template].isSecret ? seal.seal(written) : written,
      due: now,
      tok: null,
      n: 0,
      openedAt: now,
      until: until ?? null,
      createdAt: now,
      updatedAt: now,
      history: [],
    };
  };

  const view = async (id: string): Promise<MessageDocument> => {
    const message = await store.find(id);
    if (message === undefined) throw new Problem('message_not_found', { details: `no message ${id}` });
    return message;
  };

  return {
    enqueue: async (message) => {
      await store.add(documentOf(message));
      onEnqueued();
    },
    list: store.list,
    counts: store.counts,
    view,
    resend: async (id) => {
      const message = await view(id);
      if (message.values === null) {
        throw new Problem('message_spent', { details: 'its code is not kept; it must be asked for anew' });
      }
      await store.reopen(message, clock.now());
      onEnqueued();
      return view(id);
    },
  };
};
