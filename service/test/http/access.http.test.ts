import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createCounter, goodContent, goodRequestFor, type MakeGood } from './good-requests.js';
import { at } from './read.js';
import { openStage, type Stage, userEmail, userPassword } from './stage.js';

/** Who calls, in the order of the table's columns. */
const callers = [
  'anonymous',
  'public',
  'partner',
  'mobile',
  'internal',
  'data',
  'user',
  'otherUser',
  'otherPartner',
  'revoked',
  'expired',
] as const;
type CallerName = (typeof callers)[number];

/** Status of each caller's request, by hand from decisions 1, 2, 7, 28, 32 and 33: not worked out from the rows. */
const anybody = '200 200 200 200 200 200 200 200 200 401 401';
const table: Readonly<Record<string, string>> = {
  'quote.search': anybody,
  'quote.search.count': anybody,
  'booking.preview': anybody,
  'booking.create': '201 201 201 201 201 201 201 201 201 401 401',
  'booking.create, on account': '401 401 401 401 401 401 201 201 401 401 401',
  'booking.create, by invoice': '401 401 201 401 201 401 401 401 201 401 401',
  'booking.list': '401 401 401 401 401 401 200 200 401 401 401',
  "booking.get, a user's": '401 401 403 401 200 401 200 403 403 401 401',
  "booking.get, a partner's": '401 401 200 401 200 401 403 403 403 401 401',
  "booking.get, a guest's": '401 401 403 401 200 401 403 403 403 401 401',
  "booking.cancel, a user's": '401 401 403 401 204 401 204 403 403 401 401',
  "booking.cancel, a partner's": '401 401 204 401 204 401 403 403 403 401 401',
  'account.get': '401 401 401 401 401 401 200 200 401 401 401',
  'account.change': '401 401 401 401 401 401 200 200 401 401 401',
  'account.create': '202 202 202 202 202 202 202 202 202 401 401',
  'account.sendCode': '202 202 202 202 202 202 202 202 202 401 401',
  'booking.listOfPartner': '401 401 200 401 200 401 401 401 200 401 401',
  "booking.tickets, a user's": '401 401 403 401 200 401 200 403 403 401 401',
  "booking.tickets, a partner's": '401 401 200 401 200 401 403 403 403 401 401',
  'venue.list': anybody,
  'venue.list.count': anybody,
  'venue.get': anybody,
  'event.listOfVenue': anybody,
  'event.listOfVenue.count': anybody,
  'event.list': anybody,
  'event.list.count': anybody,
  'event.get': anybody,
  'location.get': anybody,
  'location.list': '401 401 401 401 200 200 401 401 401 401 401',
  'location.list.count': '401 401 401 401 200 200 401 401 401 401 401',
  'review.listOfLocation': anybody,
  'seller.get': anybody,
};

/** Rows whose credentials are the client's own: none given, an unknown client, a wrong secret, the right ones (decisions 4, 6). */
const credentials: Readonly<Record<string, string>> = {
  'token.issue': '401 401 401 200',
  // A secret has no place there.
  'token.issue_public': '401 401 400 200',
  'code.issue': '401 401 401 200',
};

const payable: MakeGood = async ({ quoteAt }) => ({
  path: '/bookings',
  form: { quote_id: await quoteAt('8.00'), final_price: '8.00', customer_email: 'guest@example.com' },
});
const invoiced: MakeGood = async (counter, stage) => {
  const { path, form } = await payable(counter, stage);
  return { path, form: { ...form, invoice: 'true' } };
};
const bookingOf =
  (owner: 'user' | 'partner' | 'public'): MakeGood =>
  async ({ booked }) => ({ path: `/bookings/${await booked(owner)}` });

const ticketsOf =
  (owner: 'user' | 'partner'): MakeGood =>
  async ({ booked }) => ({ path: `/bookings/${await booked(owner)}/tickets` });

/** What is asked for where a row has several lines in the table. */
const variants: Readonly<Record<string, MakeGood>> = {
  'booking.create, on account': payable,
  'booking.create, by invoice': invoiced,
  "booking.get, a user's": bookingOf('user'),
  "booking.get, a partner's": bookingOf('partner'),
  "booking.get, a guest's": bookingOf('public'),
  "booking.tickets, a user's": ticketsOf('user'),
  "booking.tickets, a partner's": ticketsOf('partner'),
  "booking.cancel, a user's": bookingOf('user'),
  "booking.cancel, a partner's": bookingOf('partner'),
};

const operationOf = (line: string): string => line.replace(/,.*/, '');
const yearMs = 31_557_600_000;

describe('who may call', () => {
  let stage: Stage;
  let tokens: Readonly<Record<CallerName, string | undefined>>;

  const grant = async (form: Readonly<Record<string, string>>): Promise<readonly [string, string]> => {
    const { body } = await stage.server.send('/v4/oauth/token', { method: 'POST', form });
    return [String(at(body, 'access_token')), String(at(body, 'refresh_token'))];
  };
  const refresh = (token: string): Promise<readonly [string, string]> =>
    grant({ grant_type: 'refresh_token', refresh_token: token });

  /** A spent refresh token that is shown again revokes all that came of it (decision 5). */
  const revokedToken = async (): Promise<string> => {
    const [, first] = await grant({
      grant_type: 'password',
      customer_email: userEmail,
      customer_password: userPassword,
    });
    const [, second] = await refresh(first);
    const [access] = await refresh(second);
    await refresh(first);
    return access;
  };

  before(async () => {
    stage = await openStage({ content: goodContent });
    tokens = {
      ...stage.tokens,
      anonymous: undefined,
      revoked: await revokedToken(),
      expired: stage.tokens.user,
    };
  });
  after(() => stage.close());

  const statusOf = async (line: string, caller: CallerName): Promise<number> => {
    const operation = operationOf(line);
    const make = variants[line] ?? goodRequestFor(operation);
    const row = stage.rows.find((each) => each.operation === operation);
    if (row === undefined) throw new Error(`${line}: no such row`);
    const { path, form } = await make(createCounter(stage), stage);
    const token = tokens[caller];
    const { status } = await stage.server.send(`/v4${path}`, {
      method: row.method,
      ...(form !== undefined && { form }),
      ...(token !== undefined && { token }),
    });
    return status;
  };

  it('is said for every row', () => {
    const lines = new Set([...Object.keys(table).map(operationOf), ...Object.keys(credentials)]);
    assert.deepEqual(
      stage.rows.map(({ operation }) => operation).filter((operation) => !lines.has(operation)),
      [],
      'rows that the table does not name',
    );
  });

  const alive = callers.slice(0, -1);
  for (const [line, expected] of Object.entries(table)) {
    it(`${line} as the table says`, async () => {
      const found: number[] = [];
      for (const caller of alive) found.push(await statusOf(line, caller));
      const wanted = expected.split(' ').slice(0, -1);
      assert.deepEqual(
        alive.map((caller, index) => `${caller} ${found[index]}`),
        alive.map((caller, index) => `${caller} ${wanted[index]}`),
      );
    });
  }

  for (const [operation, expected] of Object.entries(credentials)) {
    it(`${operation} for a client that proves itself`, async () => {
      const { path, form = {} } = await goodRequestFor(operation)(createCounter(stage), stage);
      const { client_id: _id, client_secret: _secret, ...bare } = form;
      const sent = [bare, { ...form, client_id: 'nobody' }, { ...form, client_secret: 'wrong' }, form];
      const found: number[] = [];
      for (const each of sent) {
        found.push((await stage.server.send(`/v4${path}`, { method: 'POST', form: each })).status);
      }
      assert.equal(found.join(' '), expected);
    });
  }

  it('is nobody with a token that has expired', async () => {
    const requests = await Promise.all(
      Object.keys(table).map(async (line) => {
        const make = variants[line] ?? goodRequestFor(operationOf(line));
        return [line, await make(createCounter(stage), stage)] as const;
      }),
    );
    stage.clock.jump(yearMs);
    for (const [line, { path, form }] of requests) {
      const row = stage.rows.find(({ operation }) => operation === operationOf(line));
      for (const token of [stage.tokens.user, stage.tokens.partner, stage.tokens.internal]) {
        const sent = { method: row?.method ?? 'GET', token, ...(form !== undefined && { form }) };
        const { status, headers } = await stage.server.send(`/v4${path}`, sent);
        assert.equal(String(status), table[line]?.split(' ').at(-1), line);
        assert.match(String(headers['www-authenticate']), /error="invalid_token"/);
      }
    }
  });
});
