import { minuteMs } from '../base/durations.js';
import type { Locale } from '../base/locale.js';
import type { Messages, Recipient } from '../messages/messages.js';
import type { Address } from './address.js';
import type { PendingAccount } from './codes/code-document.js';
import { codeLifetimeMs } from './codes/code-limits.js';
import type { Codes } from './codes/codes.js';

export interface CodeLetter {
  readonly codeId: string;
  readonly address: Address;
  readonly locale: Locale;
  readonly template:
    | 'verification_code'
    | 'account_verification'
    | 'account_exists'
    | 'address_change'
    | 'address_in_use';
  readonly pending?: PendingAccount;
}

/** Makes a code and writes to the address it is for. */
export type SendCode = (letter: CodeLetter) => Promise<void>;

interface CodePostDependencies {
  readonly codes: Pick<Codes, 'issue'>;
  readonly messages: Pick<Messages, 'enqueue'>;
}

const minutes = String(Math.floor(codeLifetimeMs / minuteMs));

export const recipientOf = ({ kind, text }: Address): Recipient =>
  kind === 'email' ? { email: text } : { phone: text };

export const createSendCode =
  ({ codes, messages }: CodePostDependencies): SendCode =>
  async ({ codeId, address, locale, template, pending = null }) => {
    // Made even where the letter does not tell it: the same work, whoever the address belongs to.
    const { code, until, nonce } = await codes.issue(codeId, pending);
    const head = { id: `code:${nonce}`, to: recipientOf(address), locale, until };
    await messages.enqueue(
      template === 'address_in_use'
        ? { ...head, template, values: {} }
        : { ...head, template, values: { code, minutes } },
    );
  };
