import type { Seal } from '../base/seal.js';
import type { MessageDocument } from './message.js';
import { templates } from './templates/templates.js';
import type { OutgoingMessage } from './transports/transport.js';

const longestValue = 500;

/** Values are one line each: what somebody calls themselves must not add lines to a message. */
const clean = (value: string): string =>
  value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, longestValue);

/** In one pass, so that nothing in a value is taken for a name. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    clean(Object.hasOwn(values, name) ? (values[name] ?? '') : ''),
  );

const valuesOf = (text: string): Readonly<Record<string, string>> => {
  const parsed: unknown = JSON.parse(text);
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : [];
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
};

/** A message in words, in its reader's language. Throws where its values cannot be read. */
export const composeMessage = (message: MessageDocument, seal: Pick<Seal, 'open'>): OutgoingMessage => {
  const { isSecret, texts } = templates[message.template];
  const written = message.values ?? '{}';
  const values = valuesOf(isSecret ? seal.open(written) : written);
  const { subject, text, sms } = texts[message.locale];
  const isEmail = message.channel === 'email';
  return {
    id: message._id,
    attempt: message.n,
    channel: message.channel,
    to: message.address,
    name: message.name,
    subject: isEmail ? fill(subject, values) : '',
    text: fill(isEmail ? text : sms, values),
    locale: message.locale,
    template: message.template,
    createdAt: message.createdAt,
  };
};
