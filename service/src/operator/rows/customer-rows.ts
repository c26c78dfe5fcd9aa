import { Type } from 'typebox';
import type { Accounts } from '../../accounts/accounts.js';
import { parseEmail } from '../../accounts/email.js';
import { Problem } from '../../base/problem.js';
import { raw } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';

interface CustomerRowOptions {
  readonly accounts: Pick<Accounts, 'createWithPassword'>;
}

const refuseEmail = (details: string): Problem =>
  new Problem('request_parameter_invalid', { fields: ['email'], details });

/** Customers that an operator makes by hand. */
export const createCustomerRows = ({ accounts }: CustomerRowOptions): readonly AnyRoute[] => [
  route({
    method: 'POST',
    path: '/customers',
    operation: 'operator.customers.create',
    summary: 'Makes a customer who can sign in with a password.',
    access: 'operator',
    input: Type.Object({
      email: Type.String({ maxLength: 320 }),
      password: Type.String(),
      first_name: Type.Optional(Type.String({ maxLength: 200 })),
      last_name: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    run: async ({ email, password, first_name: firstName = '', last_name: lastName = '' }) => {
      if (parseEmail(email) === undefined) throw refuseEmail('this is no e-mail address');
      const customer = await accounts.createWithPassword({ email, password, firstName, lastName });
      if (customer === 'exists') throw refuseEmail('this address has an account');
      return raw(201, { id: customer.id, email: customer.email });
    },
  }),
];
