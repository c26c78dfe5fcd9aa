import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { mainFile } from '#scripts/demo/service-process.js';
import { searchForIt } from './support/catalogue-of-tests.js';
import { type Market, openMarket } from './support/market.js';

type Json = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null;

const stepsOf = (report: Json): readonly Json[] => {
  const { steps } = report;
  return Array.isArray(steps) ? steps.filter(isRecord) : [];
};

describe("a partner's receiver made with the kit, tried by the service", () => {
  let market: Market;
  before(async () => {
    market = await openMarket({ capacity: 5 });
  });
  after(() => market.end());

  const operate = (method: string, path: string, body?: unknown): Promise<Json> =>
    market.service().operate(method, `/partners/test-partner${path}`, body);

  /** The report, as the command prints it; rejects where it ends with another code than 0. */
  const runTest = async (): Promise<Json> => {
    const { url, operatorToken } = market.service();
    const args = ['partners', 'test', 'test-partner', '--json', '--url', url, '--token', operatorToken];
    const { stdout } = await promisify(execFile)(process.execPath, [mainFile, ...args]);
    const report: unknown = JSON.parse(stdout);
    assert.ok(isRecord(report));
    return report;
  };

  it('is off when its address changes, passes every step, and is told again', async () => {
    const { receiver, bookings } = market;
    await operate('PUT', '', { base_api_url: 'http://127.0.0.1:1' });
    const off = await operate('PUT', '', { base_api_url: receiver.url });
    assert.equal(off['state'], 'off');

    const [option] = (await bookings.quotes(searchForIt(2)))[0]?.purchase_options ?? [];
    assert.ok(option !== undefined);
    const booking = await bookings.book({
      quote_id: option.id,
      final_price: '15.99',
      customer_email: 'driver@example.org',
      invoice: true,
    });

    const report = await runTest();
    const seen = stepsOf(report).map(({ name, status }) => `${name}: ${status}`);
    assert.deepEqual(seen, [
      ...['create.accepts: passed', 'create.duplicate: passed', 'create.wrong_header: passed'],
      ...['create.missing_header: passed', 'create.at_once: passed', 'create.retry: passed'],
      ...['cancel.accepts: passed', 'cancel.duplicate: passed', 'cancel.wrong_header: passed'],
      ...['cancel.missing_header: passed', 'cancel.at_once: passed', 'slowest: passed'],
    ]);
    assert.equal(report['summary'], 'passed: the endpoint is live');

    await receiver.hear(
      'the notice that waited',
      ({ effect, id }) => effect === 'create' && id === booking.id,
    );
    const effects = receiver
      .heard()
      .filter(({ effect }) => effect !== undefined)
      .map(({ effect, id }) => `${effect} ${id}`);
    assert.equal(new Set(effects).size, effects.length, 'each effect once');
  });

  it('can fetch the bookings of the test, which say what they are, and finds them in no list', async () => {
    const { bookings, receiver } = market;
    const tried = receiver.heard().filter(({ effect }) => effect === 'cancel');
    const [first] = tried;
    const booking = await bookings.get(Number(first?.['id']));
    assert.equal(typeof booking['cancelled_at'], 'string');
    assert.match(JSON.stringify(booking), /self-test@example\.invalid/);
    const { url, client } = market;
    const form = { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret };
    const login = await fetch(`${url}/v4/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, scope: 'partner' }),
    });
    const token: unknown = await login.json();
    assert.ok(isRecord(token));
    for (const [kind, count] of [
      ['created', 1],
      ['cancelled', 0],
    ] as const) {
      const listed = await fetch(`${url}/v4/partner/bookings?kind=${kind}`, {
        headers: { authorization: `Bearer ${token['access_token']}` },
      });
      const found: unknown = await listed.json();
      assert.equal(Array.isArray(found) && found.length, count, kind);
    }
  });
});
