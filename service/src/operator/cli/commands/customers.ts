import { currencies } from '../../../base/money.js';
import { rowOf, rowsOf } from '../answer.js';
import { type CliContext, type Parser, printJson, requireClient } from '../context.js';
import { renderTable } from '../table.js';

const creditColumns = ['customer_id', 'currency', 'granted', 'spent', 'left'];
const couponColumns = ['code', 'currency', 'worth', 'minimum', 'expires_at', 'booking_id'];

const pathOf = (customer: string, what: string): string =>
  `/customers/${encodeURIComponent(customer)}/${what}`;

const tablesOf = (answer: unknown): string => {
  const { customer_id: id, credit, coupons } = rowOf(answer);
  const credits = Object.entries(rowOf(credit)).map(([currency, amounts]) => ({
    customer_id: id,
    currency,
    ...rowOf(amounts),
  }));
  const ofCredits = renderTable(creditColumns, credits);
  return rowsOf(coupons).length === 0
    ? ofCredits
    : `${ofCredits}\n${renderTable(couponColumns, rowsOf(coupons))}`;
};

const writeWallet = (context: CliContext, isJson: boolean, answer: unknown): void => {
  if (isJson) printJson(context, answer);
  else context.write(tablesOf(answer));
};

const whose = { type: 'string', demandOption: true, describe: 'Id or e-mail address' } as const;
const inCurrency = { choices: currencies, demandOption: true, describe: 'Currency' } as const;

/** `customers wallet`, `customers credit` and `customers coupon`: what customers need not pay. */
export const addCustomerCommands = (parser: Parser, context: CliContext): Parser =>
  parser.command('customers', "Customers' credits and coupons", (commands) =>
    commands
      .command(
        'wallet <customer>',
        'What a customer has',
        (command) => command.positional('customer', whose),
        async (options) => {
          const path = pathOf(options.customer, 'wallet');
          writeWallet(context, options.json, await requireClient(context, options).call('GET', path));
        },
      )
      .command(
        'credit <customer> <amount>',
        'Give credit; the same reference again gives nothing more',
        (command) =>
          command
            .positional('customer', whose)
            .positional('amount', { type: 'string', demandOption: true })
            .option('currency', inCurrency)
            .option('reference', { type: 'string', demandOption: true, describe: 'What it is for' })
            .example('$0 customers credit ada@example.com 5.00 --currency USD --reference case-17', ''),
        async ({ customer, amount, currency, reference, ...options }) => {
          const body = { amount, currency, reference };
          const path = pathOf(customer, 'credits');
          writeWallet(context, options.json, await requireClient(context, options).call('POST', path, body));
        },
      )
      .command(
        'coupon <customer> <code>',
        'Give a coupon for one booking',
        (command) =>
          command
            .positional('customer', whose)
            .positional('code', { type: 'string', demandOption: true })
            .option('currency', inCurrency)
            .option('amount', { type: 'string', describe: 'So much off' })
            .option('percent', { type: 'number', describe: 'Or so many percent off' })
            .option('minimum', { type: 'string', describe: 'The least the booking must cost' })
            .option('expires-at', { type: 'string', describe: 'Until when it counts (ISO 8601, else UTC)' })
            .example('$0 customers coupon 1001 WELCOME --percent 10 --currency USD', ''),
        async ({ customer, code, currency, amount, percent, minimum, expiresAt, ...options }) => {
          const body = { code, currency, amount, percent, minimum, expires_at: expiresAt };
          const path = pathOf(customer, 'coupons');
          writeWallet(context, options.json, await requireClient(context, options).call('POST', path, body));
        },
      )
      .demandCommand(1, 'Name a command: customers wallet, customers credit, customers coupon.'),
  );
