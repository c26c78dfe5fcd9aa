import { Type } from 'typebox';
import type { Accounts } from '../../accounts/accounts.js';
import type { CouponWorth } from '../../accounts/wallet/coupon.js';
import { grantedCredit, spentCredit, type WalletDocument } from '../../accounts/wallet/wallet.js';
import type { Granted, WalletGrants } from '../../accounts/wallet/wallet-grants.js';
import { type CustomerId, customerId } from '../../base/ids.js';
import { type Currency, currencies, decimalText, type Money, money, parseDecimal } from '../../base/money.js';
import { Problem } from '../../base/problem.js';
import { type Reply, raw } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import { instantAt, parseWrittenTime } from '../../base/zoned-time.js';
import { instantText } from './instant-text.js';

interface WalletRowOptions {
  readonly grants: WalletGrants;
  readonly accounts: Pick<Accounts, 'find' | 'findByEmail'>;
}

const refuse = (field: string, details: string): Problem =>
  new Problem('request_parameter_invalid', { fields: [field], details });

const readAmount = (field: string, text: string, currency: Currency): Money => {
  const amount = parseDecimal(text, currency);
  if (amount === undefined || amount.minor <= 0) throw refuse(field, `an amount of ${currency} above 0`);
  return amount;
};

const readWorth = (
  amount: string | undefined,
  percent: number | undefined,
  currency: Currency,
): CouponWorth => {
  if ((amount === undefined) === (percent === undefined)) throw refuse('amount', 'either amount or percent');
  if (amount !== undefined) return { kind: 'amount', minor: readAmount('amount', amount, currency).minor };
  return { kind: 'percent', basisPoints: Math.round((percent ?? 0) * 100) };
};

const readExpiry = (written: string | undefined): number | null => {
  if (written === undefined) return null;
  const time = parseWrittenTime(written);
  if (time === undefined) throw refuse('expires_at', 'not a date and time of ISO 8601');
  return instantAt(time, 'UTC', true);
};

const creditsOf = (wallet: WalletDocument): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...new Set(wallet.credits.map(({ currency }) => currency))].map((currency) => {
      const granted = grantedCredit(wallet, currency);
      const spent = spentCredit(wallet, currency);
      const text = (minor: number): string => decimalText(money(currency, minor));
      return [currency, { granted: text(granted), spent: text(spent), left: text(granted - spent) }];
    }),
  );

const worthText = (currency: Currency, worth: CouponWorth): string =>
  worth.kind === 'amount' ? decimalText(money(currency, worth.minor)) : `${worth.basisPoints / 100} %`;

const shown = (wallet: WalletDocument): Readonly<Record<string, unknown>> => ({
  customer_id: wallet._id,
  credit: creditsOf(wallet),
  coupons: wallet.coupons.map(({ code, currency, worth, minimumMinor, expiresAt }) => ({
    code,
    currency,
    worth: worthText(currency, worth),
    minimum: decimalText(money(currency, minimumMinor)),
    expires_at: instantText(expiresAt ?? undefined),
    booking_id: wallet.r.find(({ coupon }) => coupon === code)?.b ?? null,
  })),
});

const reply = (granted: Granted, field: string): Reply => {
  if (granted === 'conflict') throw new Problem('wallet_grant_conflict', { fields: [field] });
  return raw(200, shown(granted));
};

const customer = Type.String({ maxLength: 320, description: 'The id of a customer, or the e-mail address.' });
const currency = Type.Enum(currencies);
const decimal = Type.String({ maxLength: 30 });

/** Credits and coupons that an operator gives. The same grant again gives nothing more. */
export const createWalletRows = ({ grants, accounts }: WalletRowOptions): readonly AnyRoute[] => {
  const found = async (text: string): Promise<CustomerId> => {
    const isId = /^\d{1,15}$/.test(text);
    const known = isId ? await accounts.find(customerId(Number(text))) : await accounts.findByEmail(text);
    if (known === undefined) throw new Problem('customer_not_found', { details: `no customer ${text}` });
    return known.id;
  };

  return [
    route({
      method: 'GET',
      path: '/customers/:customer/wallet',
      operation: 'operator.wallets.view',
      summary: 'What a customer has in credits and coupons, and which booking used which coupon.',
      access: 'operator',
      input: Type.Object({ customer }),
      run: async (input) => raw(200, shown(await grants.view(await found(input.customer)))),
    }),
    route({
      method: 'POST',
      path: '/customers/:customer/credits',
      operation: 'operator.wallets.credit',
      summary: 'Gives a customer credit; the same reference again gives nothing more.',
      access: 'operator',
      input: Type.Object({
        customer,
        currency,
        amount: decimal,
        reference: Type.String({ minLength: 1, maxLength: 100 }),
      }),
      run: async ({ customer: whom, currency: unit, amount, reference }) => {
        const { minor } = readAmount('amount', amount, unit);
        return reply(
          await grants.credit(await found(whom), { reference, currency: unit, minor }),
          'reference',
        );
      },
    }),
    route({
      method: 'POST',
      path: '/customers/:customer/coupons',
      operation: 'operator.wallets.coupon',
      summary: 'Gives a customer a coupon for one booking: an amount or a percentage off.',
      access: 'operator',
      input: Type.Object({
        customer,
        currency,
        code: Type.String({ pattern: '^[A-Za-z0-9_-]{1,40}$' }),
        amount: Type.Optional(decimal),
        percent: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 100 })),
        minimum: Type.Optional(decimal),
        expires_at: Type.Optional(Type.String({ maxLength: 40 })),
      }),
      run: async ({ customer: whom, currency: unit, code, amount, percent, minimum, expires_at }) => {
        const coupon = {
          code,
          currency: unit,
          worth: readWorth(amount, percent, unit),
          minimumMinor: minimum === undefined ? 0 : readAmount('minimum', minimum, unit).minor,
          expiresAt: readExpiry(expires_at),
        };
        return reply(await grants.coupon(await found(whom), coupon), 'code');
      },
    }),
  ];
};
