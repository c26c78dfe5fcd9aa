import type { Profile } from '../../../accounts/accounts.js';
import type { Money } from '../../../base/money.js';
import type { JsonText } from '../../../base/view.js';
import { byDefault } from '../field.js';
import { flagSchema, idSchema, listOf, moneySchema, textSchema } from '../field-schemas.js';
import { amount, array, flag, number, text } from '../json-text.js';
import { links } from '../links.js';
import { createRepresentation, fieldSet, type Representation } from '../representation.js';

/** A customer as they see themselves, with the credit they have left, at most one amount for each currency. */
export interface AccountRecord {
  readonly profile: Profile;
  readonly credits: readonly Money[];
}

/** What there is none of is left out in v4, and null in v3_1. */
const given = (value: string): JsonText => text(value === '' ? null : value);

export const createAccountRepresentation = (): Representation<AccountRecord> =>
  createRepresentation<AccountRecord>({
    kind: 'account',
    fields: [
      fieldSet({
        id: byDefault(idSchema, ({ profile }) => number(profile.id)),
        email: byDefault(textSchema, ({ profile }) => given(profile.email)),
        first_name: byDefault(textSchema, ({ profile }) => given(profile.firstName)),
        last_name: byDefault(textSchema, ({ profile }) => given(profile.lastName)),
        phone: byDefault(textSchema, ({ profile }) => given(profile.phone)),
        passwordless: byDefault(flagSchema, ({ profile }) => flag(!profile.hasPassword)),
        email_verified: byDefault(flagSchema, ({ profile }) => flag(profile.isEmailVerified)),
        phone_verified: byDefault(flagSchema, ({ profile }) => flag(profile.phone !== '')),
        unverified_email: byDefault(textSchema, ({ profile }) => given(profile.unverifiedEmail)),
        unverified_phone: byDefault(textSchema, ({ profile }) => given(profile.unverifiedPhone)),
        credits: byDefault(listOf(moneySchema), ({ credits }) => array(credits.map(amount))),
      }),
    ],
    links: (_record, view) => links({ self: '/accounts/me', bookings: '/bookings' }, view),
  });
