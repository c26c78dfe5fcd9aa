import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createReceiver, type NoticeRequest, type RequestHeaders } from '../../src/index.js';
import { bytesOf, cancelNotice, createNotice, createStage, headerValue } from '../support/receivers.js';

interface Row {
  readonly when: string;
  readonly request: NoticeRequest;
  readonly status: number;
  readonly code: string;
}

const withHeaders = (headers: RequestHeaders): NoticeRequest => createNotice(42, { headers });
const withText = (text: string): NoticeRequest => createNotice(42, { body: new TextEncoder().encode(text) });
const invalidUtf8 = createNotice(42, { body: Uint8Array.from([0x7b, 0xff, 0x7d]) });

const refused: readonly Row[] = [
  { when: 'another path', request: createNotice(42, { path: '/bookings' }), status: 404, code: 'not_found' },
  {
    when: 'a path in another case',
    request: createNotice(42, { path: '/Bookings/create' }),
    status: 404,
    code: 'not_found',
  },
  {
    when: 'GET',
    request: createNotice(42, { method: 'GET' }),
    status: 405,
    code: 'method_not_allowed',
  },
  {
    when: 'PUT without the header',
    request: createNotice(42, { method: 'PUT', headers: {} }),
    status: 405,
    code: 'method_not_allowed',
  },
  { when: 'no header', request: withHeaders({}), status: 401, code: 'unauthorized' },
  {
    when: 'no header and a broken body',
    request: { ...withText('{'), headers: {} },
    status: 401,
    code: 'unauthorized',
  },
  {
    when: 'a wrong value',
    request: withHeaders({ 'x-partner-key': 'open sesam' }),
    status: 401,
    code: 'unauthorized',
  },
  {
    when: 'an empty value',
    request: withHeaders({ 'x-partner-key': '' }),
    status: 401,
    code: 'unauthorized',
  },
  {
    when: 'the value in another case',
    request: withHeaders({ 'x-partner-key': 'Open sesame' }),
    status: 401,
    code: 'unauthorized',
  },
  {
    when: 'the header twice, both right',
    request: withHeaders({ 'x-partner-key': [headerValue, headerValue] }),
    status: 401,
    code: 'unauthorized',
  },
  {
    when: 'the header under two spellings',
    request: withHeaders({ 'x-partner-key': headerValue, 'X-Partner-Key': headerValue }),
    status: 401,
    code: 'unauthorized',
  },
  {
    when: 'too many bytes',
    request: createNotice(42, { body: new Uint8Array(16_385) }),
    status: 413,
    code: 'body_too_large',
  },
  { when: 'an empty body', request: withText(''), status: 400, code: 'body_not_json' },
  { when: 'a broken body', request: withText('{"id":42'), status: 400, code: 'body_not_json' },
  { when: 'a form body', request: withText('id=42'), status: 400, code: 'body_not_json' },
  { when: 'invalid UTF-8', request: invalidUtf8, status: 400, code: 'body_not_json' },
  { when: 'a number', request: withText('42'), status: 400, code: 'body_not_object' },
  { when: 'null', request: withText('null'), status: 400, code: 'body_not_object' },
  { when: 'an array', request: withText('[{"id":42}]'), status: 400, code: 'body_not_object' },
  { when: 'no id', request: withText('{"booking":42}'), status: 400, code: 'id_missing' },
  {
    when: 'an id in the prototype only',
    request: withText('{"__proto__":{"id":42}}'),
    status: 400,
    code: 'id_missing',
  },
  { when: 'a text id', request: createNotice('42'), status: 400, code: 'id_not_integer' },
  { when: 'a null id', request: createNotice(null), status: 400, code: 'id_not_integer' },
  { when: 'an object id', request: createNotice({ $ne: 1 }), status: 400, code: 'id_not_integer' },
  { when: 'a fraction', request: createNotice(4.2), status: 400, code: 'id_not_integer' },
  { when: 'an infinite id', request: withText('{"id":1e999}'), status: 400, code: 'id_not_integer' },
  { when: 'zero', request: createNotice(0), status: 400, code: 'id_out_of_range' },
  { when: 'a negative id', request: createNotice(-42), status: 400, code: 'id_out_of_range' },
  {
    when: 'a huge id',
    request: withText('{"id":9007199254740993}'),
    status: 400,
    code: 'id_out_of_range',
  },
];

describe('what the receiver refuses', () => {
  for (const { when, request, status, code } of refused)
    it(`answers ${status} ${code} to ${when}, and runs nothing`, async () => {
      const { receiver, handled, store } = createStage();
      const answer = await receiver.handle(request);
      assert.deepEqual(
        { status: answer.status, body: answer.body },
        { status, body: JSON.stringify({ code }) },
      );
      assert.equal(answer.headers['content-length'], String(Buffer.byteLength(answer.body)));
      assert.deepEqual(handled, []);
      const key = { namespace: 'default', bookingId: 42, kind: 'create' } as const;
      assert.equal((await store.claim(key, 1_000)).state, 'claimed', 'no claim is left behind');
    });

  it('names the allowed method', async () => {
    const answer = await createStage().receiver.handle(createNotice(42, { method: 'GET' }));
    assert.equal(answer.headers['allow'], 'POST');
  });
});

const accepted: readonly { readonly when: string; readonly request: NoticeRequest }[] = [
  { when: 'a plain notice', request: createNotice() },
  {
    when: 'a body with unknown fields',
    request: createNotice(42, { body: bytesOf({ id: 42, kind: 'x', id2: [] }) }),
  },
  {
    when: 'any content type',
    request: createNotice(42, { headers: { 'x-partner-key': headerValue, 'content-type': 'text/plain' } }),
  },
  { when: 'a byte order mark', request: withText('\ufeff{"id":42}') },
  {
    when: 'the header name in another case',
    request: withHeaders({ 'X-PARTNER-key': headerValue }),
  },
  { when: 'blanks around the value', request: withHeaders({ 'x-partner-key': ` ${headerValue}\t ` }) },
  { when: 'a list of one header', request: withHeaders({ 'x-partner-key': [headerValue] }) },
  { when: 'a query string', request: createNotice(42, { path: '/bookings/create?x=1' }) },
  { when: 'a slash at the end', request: createNotice(42, { path: '/bookings/create/' }) },
  { when: 'the largest id', request: createNotice(Number.MAX_SAFE_INTEGER) },
  { when: 'a cancel notice', request: cancelNotice() },
];

describe('what the receiver accepts', () => {
  for (const { when, request } of accepted)
    it(`answers 202 to ${when}, then 400 duplicate_request, with one effect`, async () => {
      const { receiver, handled } = createStage();
      const first = await receiver.handle(request);
      assert.deepEqual([first.status, first.body], [202, '{"code":"accepted"}']);
      const second = await receiver.handle(request);
      assert.deepEqual([second.status, second.body], [400, '{"code":"duplicate_request"}']);
      assert.equal(handled.length, 1);
    });

  it('answers duplicates 202 when told to', async () => {
    const { receiver, handled } = createStage({ duplicateAnswer: 202 });
    await receiver.handle(createNotice());
    assert.equal((await receiver.handle(createNotice())).status, 202);
    assert.equal(handled.length, 1);
  });

  it('takes both values during a rotation, and tells which one came', async () => {
    const auth = { headerKey: 'Authorization', headerValues: ['Bearer new', 'Bearer old'] } as const;
    const { receiver, events } = createStage({ auth });
    for (const [id, authorization] of [
      [1, 'Bearer new'],
      [2, 'Bearer old'],
      [3, 'Bearer older'],
    ] as const)
      await receiver.handle(createNotice(id, { headers: { authorization } }));
    const seen = events.map((event) => event.type === 'answered' && [event.status, event.headerValueIndex]);
    assert.deepEqual(seen, [
      [202, 0],
      [202, 1],
      [401, undefined],
    ]);
  });

  it('takes a value outside ASCII as Latin-1 and as UTF-8 bytes', async () => {
    const { receiver } = createStage({ auth: { headerKey: 'x-key', headerValue: 'Schlüssel' } });
    const utf8Seen = Buffer.from('Schlüssel', 'utf8').toString('latin1');
    for (const [id, value] of ['Schlüssel', utf8Seen].entries())
      assert.equal(
        (await receiver.handle(createNotice(id + 1, { headers: { 'x-key': value } }))).status,
        202,
      );
  });

  it('tells create and cancel of one booking apart, in either order', async () => {
    const { receiver, handled } = createStage();
    await receiver.handle(createNotice(1));
    await receiver.handle(cancelNotice(1));
    await receiver.handle(cancelNotice(2));
    await receiver.handle(createNotice(2));
    const seen = handled.map((notice) =>
      notice.kind === 'create'
        ? ['create', notice.bookingId, notice.isBookingCancelled]
        : ['cancel', notice.bookingId, notice.isCreateHandled],
    );
    assert.deepEqual(seen, [
      ['create', 1, false],
      ['cancel', 1, true],
      ['cancel', 2, false],
      ['create', 2, true],
    ]);
  });

  it('shows the handler the headers and the attempt, not the secret', async () => {
    const { receiver, handled } = createStage();
    const headers = {
      'X-Partner-Key': headerValue,
      cookie: 'a=b',
      'Parking-Attempt': ['3'],
      'x-request-id': 'r1',
    };
    await receiver.handle(createNotice(42, { headers }));
    assert.deepEqual(handled[0]?.notice, {
      headers: { 'parking-attempt': '3', 'x-request-id': 'r1' },
      attempt: 3,
    });
  });

  it('keeps namespaces apart in one store', async () => {
    const { store, receiver } = createStage();
    const other = createStage({ store, namespace: 'sandbox' });
    assert.equal((await receiver.handle(createNotice())).status, 202);
    assert.equal((await other.receiver.handle(createNotice())).status, 202);
  });

  it('leaves out the kind that has no handler', async () => {
    const { clock, store } = createStage();
    const auth = { headerKey: 'X-Partner-Key', headerValue };
    const receiver = createReceiver({ auth, store, clock, onCreate: () => {} });
    assert.deepEqual(receiver.admit(cancelNotice()), { type: 'pass' });
    assert.equal((await receiver.handle(createNotice())).status, 202);
  });
});
