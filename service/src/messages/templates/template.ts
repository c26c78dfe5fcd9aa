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

interface Wording<Name extends string> extends Pick<Template<Name>, 'values' | 'isSecret'> {
  readonly english: MessageText;
  readonly french: MessageText;
}

/** Keeps the names of the values as types, so that whoever sends the message must give them all. */
export const template = <const Name extends string>(wording: Wording<Name>): Template<Name> => {
  const { values, isSecret, english, french } = wording;
  return { values, isSecret, texts: { 'en-US': english, 'en-CA': english, 'fr-CA': french } };
};

/** A message with a code that lets somebody in, and how many minutes it is good for. */
export const codeTemplate = (wording: Pick<Wording<never>, 'english' | 'french'>) =>
  template({ values: ['code', 'minutes'], isSecret: true, ...wording });
