import { byDefault } from '../field.js';
import { flagSchema, idSchema, textSchema } from '../field-schemas.js';
import { flag, number, text } from '../json-text.js';
import { links } from '../links.js';
import { createRepresentation, fieldSet, type Representation } from '../representation.js';

/** What somebody asked for, told back: nothing in it depends on whether the address has an account. */
export interface AccountWish {
  readonly email: string;
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly isPasswordless: boolean;
}

export interface SentCode {
  readonly email: string;
  readonly phone: string;
  readonly expiresInSeconds: number;
}

export const createAccountWishRepresentation = (): Representation<AccountWish> =>
  createRepresentation<AccountWish>({
    kind: 'account_request',
    fields: [
      fieldSet({
        email: byDefault(textSchema, ({ email }) => text(email)),
        phone: byDefault(textSchema, ({ phone }) => text(phone)),
        first_name: byDefault(textSchema, ({ firstName }) => text(firstName)),
        last_name: byDefault(textSchema, ({ lastName }) => text(lastName)),
        passwordless: byDefault(flagSchema, ({ isPasswordless }) => flag(isPasswordless)),
      }),
    ],
    links: (_record, view) => links({}, view),
  });

export const createSentCodeRepresentation = (): Representation<SentCode> =>
  createRepresentation<SentCode>({
    kind: 'account_verification_code',
    fields: [
      fieldSet({
        email: byDefault(textSchema, ({ email }) => text(email)),
        phone: byDefault(textSchema, ({ phone }) => text(phone)),
        expires_in: byDefault(idSchema, ({ expiresInSeconds }) => number(expiresInSeconds)),
      }),
    ],
    links: (_record, view) => links({}, view),
  });
