import { collectionSpec } from '../base/documents.js';
import type { Locale } from '../base/locale.js';
import type { TemplateName } from './templates/templates.js';

export const messageStates = ['waiting', 'sent', 'failed'] as const;
export type MessageState = (typeof messageStates)[number];

/** One try to send; `outcome` in a word or two, never with anything of the message. */
export interface MessageAttempt {
  readonly n: number;
  readonly at: number;
  readonly durationMs: number;
  readonly outcome: 'sent' | 'retry' | 'refused';
  readonly detail: string;
}

/** One message to one address. Instants are epoch ms. */
export interface MessageDocument {
  /** Says what it is about (`booking:42:confirmation`), so that it cannot be made twice. */
  readonly _id: string;
  readonly st: MessageState;
  readonly channel: 'email' | 'sms';
  /** An e-mail address, or a phone number in E.164. */
  readonly address: string;
  readonly name: string;
  readonly template: TemplateName;
  readonly locale: Locale;
  /** The values as JSON, sealed where the template is secret; `null` once a secret message has ended. */
  readonly values: string | null;
  /** Waiting: when to try next, or the end of a lease. Ended: when. */
  readonly due: number;
  /** The claim that may write the outcome; new for every claim. */
  readonly tok: string | null;
  /** Attempts begun since it was last opened. */
  readonly n: number;
  readonly openedAt: number;
  /** Of no use after this; `null`: never. */
  readonly until: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The last attempts, oldest first. */
  readonly history: readonly MessageAttempt[];
}

export const messageCollection = collectionSpec<MessageDocument>({
  name: 'messages',
  indexes: [['st', 'due', '_id']],
});
