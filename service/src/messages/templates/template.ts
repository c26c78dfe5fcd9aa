import type { Locale } from '../../base/locale.js';

/** One message in one language, with `{name}` where a value goes. Plain text; `sms` is the short form for phones. */
export interface MessageText {
  readonly subject: string;
  readonly text: string;
  readonly sms: string;
}

export interface Template<Name extends string = string> {
  /** Every value its texts name. */
  readonly values: readonly Name[];
  /** A value lets somebody in: the values are kept sealed, and only until the message was sent. */
  readonly isSecret: boolean;
  readonly texts: Readonly<Record<Locale, MessageText>>;
}

/** Keeps the names of the values as types, so that whoever sends the message must give them all. */
export const template = <const Name extends string>(parts: Template<Name>): Template<Name> => parts;
