import type { Locale } from '../../base/locale.js';
import type { TemplateName } from '../templates/templates.js';

/** A message as it goes out. It may carry a code: not to be logged. */
export interface OutgoingMessage {
  /** The same for every attempt: whoever passes messages on tells repeats by it. */
  readonly id: string;
  /** 1 for the first. */
  readonly attempt: number;
  readonly channel: 'email' | 'sms';
  /** An e-mail address, or a phone number in E.164. */
  readonly to: string;
  readonly name: string;
  /** Empty for a phone. */
  readonly subject: string;
  readonly text: string;
  readonly locale: Locale;
  readonly template: TemplateName;
  /** Epoch ms. */
  readonly createdAt: number;
}

/** `detail` in a word or two, and nothing of the message. `refused`: no attempt will ever do. */
export interface SendOutcome {
  readonly kind: 'sent' | 'retry' | 'refused';
  readonly detail: string;
}

/** The way to people; what it throws is taken for `retry`. A message may come again after a crash: its id is the same. */
export interface Transport {
  readonly name: string;
  readonly send: (message: OutgoingMessage) => Promise<SendOutcome>;
}
