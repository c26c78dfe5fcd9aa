import type { Locale } from '../base/locale.js';
import type { MessageDocument, MessageState } from './message.js';
import type { TemplateName, TemplateValues } from './templates/templates.js';

/** An e-mail address, or a phone number in E.164. */
export type Recipient =
  | { readonly email: string; readonly name?: string }
  | { readonly phone: string; readonly name?: string };

interface MessageOf<Name extends TemplateName> {
  /** Letters, digits, `:`, `-`, `_` and `.`; the same id is the same message, and is sent once. */
  readonly id: string;
  readonly to: Recipient;
  readonly template: Name;
  readonly locale: Locale;
  readonly values: TemplateValues<Name>;
  /** Epoch ms; not sent after this. */
  readonly until?: number;
}

export type NewMessage = { readonly [Name in TemplateName]: MessageOf<Name> }[TemplateName];

export interface MessageQuery {
  readonly state: MessageState;
  /** At most 200. */
  readonly limit: number;
  readonly skip: number;
}

/** What the service has to tell people: taken on durably, sent by the sender, seen by the operator. */
export interface Messages {
  /** Resolves when the message is stored; again under the same id is harmless. */
  readonly enqueue: (message: NewMessage) => Promise<void>;
  /** In the order they are due (waiting) or ended. */
  readonly list: (query: MessageQuery) => Promise<readonly MessageDocument[]>;
  /** How many are in each state; a count stops at 10,000. */
  readonly counts: () => Promise<Readonly<Record<MessageState, number>>>;
  /** Throws `message_not_found`. */
  readonly view: (id: string) => Promise<MessageDocument>;
  /** Sends it now, whatever became of it. Throws `message_not_found`, and `message_spent` for one whose code is gone. */
  readonly resend: (id: string) => Promise<MessageDocument>;
}
