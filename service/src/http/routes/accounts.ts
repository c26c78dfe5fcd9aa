import { Type } from 'typebox';
import type { Accounts, CustomerChanges, Profile } from '../../accounts/accounts.js';
import type { WrittenAddress } from '../../accounts/address.js';
import { codeLifetimeMs } from '../../accounts/codes/code-limits.js';
import type { Caller } from '../../base/caller.js';
import type { CustomerId } from '../../base/ids.js';
import { defaultLocale, type Locale, localeNamed } from '../../base/locale.js';
import type { Money } from '../../base/money.js';
import { Problem } from '../../base/problem.js';
import { one } from '../../base/reply.js';
import { type AnyRoute, type RunContext, route } from '../../base/route.js';
import type { AccountRecord } from '../representations/accounts/account.js';
import type { AccountWish, SentCode } from '../representations/accounts/account-wish.js';
import type { Representation } from '../representations/representation.js';

interface AccountRouteOptions {
  readonly accounts: Pick<Accounts, 'profile' | 'change' | 'signUp' | 'sendCode'>;
  /** What a customer has left, at most one amount for each currency. */
  readonly creditsOf: (customer: CustomerId) => Promise<readonly Money[]>;
  readonly representations: {
    readonly account: Representation<AccountRecord>;
    readonly accountWish: Representation<AccountWish>;
    readonly sentCode: Representation<SentCode>;
  };
}

const name = Type.Optional(Type.String({ maxLength: 100 }));
const email = Type.Optional(Type.String({ maxLength: 320 }));
const phone = Type.Optional(Type.String({ maxLength: 40 }));
const password = Type.Optional(Type.String({ maxLength: 1024 }));
const code = Type.Optional(Type.String({ maxLength: 20 }));

const changeInput = Type.Object({
  first_name: name,
  last_name: name,
  email,
  phone,
  password,
  current_password: password,
  current_code: code,
  verification_code: code,
});

const signUpInput = Type.Object({
  passwordless: Type.Optional(Type.Boolean()),
  email,
  phone,
  password,
  first_name: name,
  last_name: name,
});

/** Messages go out in the language of the request that caused them. */
const localeOf = ({ headers }: RunContext): Locale =>
  localeNamed(headers('x-language-locale') ?? '') ?? defaultLocale;

const userOf = ({ caller }: RunContext): Extract<Caller, { readonly kind: 'user' }> => {
  if (caller.kind !== 'user') throw new Problem('token_insufficient');
  return caller;
};

const changesOf = (
  input: {
    readonly [Name in keyof typeof changeInput.properties]?: string;
  },
  locale: Locale,
): CustomerChanges => {
  const { first_name, last_name, password, current_password, current_code, verification_code } = input;
  return {
    ...(first_name !== undefined && { firstName: first_name.trim() }),
    ...(last_name !== undefined && { lastName: last_name.trim() }),
    ...(input.email !== undefined && { email: input.email }),
    ...(input.phone !== undefined && { phone: input.phone }),
    ...(password !== undefined && { password }),
    ...(current_password !== undefined && { currentPassword: current_password }),
    ...(current_code !== undefined && { currentCode: current_code }),
    ...(verification_code !== undefined && { verificationCode: verification_code }),
    locale,
  };
};

/** A password is asked for, unless none is wanted; one beside `passwordless` is a contradiction. */
const chosenPassword = (isPasswordless: boolean, given: string | undefined): string | undefined => {
  if (isPasswordless === (given === undefined)) return given;
  throw new Problem('request_parameter_invalid', {
    fields: ['password'],
    details: isPasswordless ? 'a passwordless account has none' : 'needed, unless passwordless is true',
  });
};

const addressGiven = (given: { readonly email?: string; readonly phone?: string }): WrittenAddress => {
  if (given.email !== undefined && given.phone === undefined) return { email: given.email };
  if (given.phone !== undefined && given.email === undefined) return { phone: given.phone };
  throw new Problem('request_parameter_invalid', {
    fields: ['email', 'phone'],
    details: 'exactly one of the two is needed',
  });
};

const limit = { accountNames: ['email', 'phone'], counts: 'all' } as const;

/** The signed-in customer's own account, asking for one, and codes to sign in with. */
export const createAccountRoutes = (options: AccountRouteOptions): readonly AnyRoute[] => {
  const { accounts, creditsOf, representations } = options;
  const { account, accountWish, sentCode } = representations;

  const shown = async (profile: Profile) =>
    one(200, account.of({ profile, credits: await creditsOf(profile.id) }));

  return [
    route({
      method: 'GET',
      path: '/accounts/me',
      operation: 'account.get',
      summary: 'Shows the account of the customer whom the token stands for.',
      access: 'user',
      shows: account.shows,
      input: Type.Object({}),
      run: async (_input, context) => {
        const profile = await accounts.profile(userOf(context).customer);
        if (profile === undefined) throw new Problem('token_invalid');
        return shown(profile);
      },
    }),
    route({
      method: 'POST',
      path: '/accounts/me',
      operation: 'account.change',
      summary:
        'Changes the account; a new e-mail address or phone number counts once its code came back as verification_code.',
      access: 'user',
      shows: account.shows,
      input: changeInput,
      run: async (input, context) => {
        const { customer, signIn } = userOf(context);
        return shown(await accounts.change(customer, { ...changesOf(input, localeOf(context)), signIn }));
      },
    }),
    route({
      method: 'POST',
      path: '/account',
      operation: 'account.create',
      summary: 'Asks for an account; it is made by signing in with the code that is sent to the address.',
      access: 'anyone',
      success: 202,
      limit,
      shows: accountWish.shows,
      input: signUpInput,
      run: async (input, context) => {
        const isPasswordless = input.passwordless ?? false;
        const chosen = chosenPassword(isPasswordless, input.password);
        const firstName = input.first_name?.trim() ?? '';
        const lastName = input.last_name?.trim() ?? '';
        const given = {
          ...(input.email !== undefined && { email: input.email }),
          ...(input.phone !== undefined && { phone: input.phone }),
        };
        const wish = { ...given, firstName, lastName, locale: localeOf(context) };
        await accounts.signUp({ ...wish, ...(chosen !== undefined && { password: chosen }) });
        return one(
          202,
          accountWish.of({ email: '', phone: '', ...given, firstName, lastName, isPasswordless }),
        );
      },
    }),
    route({
      method: 'POST',
      path: '/account_verification_codes',
      operation: 'account.sendCode',
      summary: 'Sends a code to sign in with to an e-mail address or a phone.',
      access: 'anyone',
      success: 202,
      limit,
      shows: sentCode.shows,
      input: Type.Object({ email, phone }),
      run: async (input, context) => {
        const address = addressGiven(input);
        await accounts.sendCode(address, localeOf(context), context.remoteAddress);
        const expiresInSeconds = codeLifetimeMs / 1000;
        return one(202, sentCode.of({ email: '', phone: '', ...address, expiresInSeconds }));
      },
    }),
  ];
};
