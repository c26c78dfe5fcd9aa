import { createHash } from 'node:crypto';
import { headerAddress, headerText } from './mail-header.js';
import { quotedPrintable } from './quoted-printable.js';
import type { OutgoingMessage } from './transport.js';

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/** The same for every attempt, so that mail programs show the message once. */
const messageId = (id: string, from: string): string =>
  `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${domainOf(from)}>`;

const dateText = (at: number): string => new Date(at).toUTCString().replace('GMT', '+0000');

/** A message as a mail file (RFC 5322), ready for any program that sends mail. */
export const emlOf = (message: OutgoingMessage, from: string): string =>
  [
    `Date: ${dateText(message.createdAt)}`,
    `From: ${headerAddress('', from)}`,
    `To: ${headerAddress(message.name, message.to)}`,
    `Subject: ${headerText(message.subject)}`,
    `Message-ID: ${messageId(message.id, from)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: quoted-printable',
    `Content-Language: ${message.locale}`,
    'Auto-Submitted: auto-generated',
    '',
    quotedPrintable(message.text),
  ].join('\r\n');
