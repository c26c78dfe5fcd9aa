import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { makeFolder } from '../../src/config/folder.js';
import { createFolderTransport } from '../../src/messages/transports/folder-transport.js';
import { createGatewayTransport } from '../../src/messages/transports/gateway-transport.js';
import type { OutgoingMessage } from '../../src/messages/transports/transport.js';
import type { OutboundOutcome, OutboundRequest } from '../../src/outbound/outbound.js';

const mail: OutgoingMessage = {
  id: 'booking:42:confirmation',
  attempt: 1,
  channel: 'email',
  to: 'ann@example.com',
  name: 'Ann',
  subject: 'Booking 42',
  text: 'Your parking is booked.\n',
  locale: 'en-US',
  template: 'booking_confirmation',
  createdAt: Date.UTC(2026, 10, 21, 9, 5, 3),
};
const text: OutgoingMessage = { ...mail, id: 'code:1', channel: 'sms', to: '+14155552671', text: '493817' };

const aFolder = async (context: TestContext): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'parking-messages-'));
  context.after(() => rm(parent, { recursive: true, force: true }));
  return join(parent, 'deep', 'messages');
};

const from = 'parking@parking.example';

describe('the folder', () => {
  it('gets one file for each message, readable by its owner only, the same for every attempt', async (context) => {
    const folder = await aFolder(context);
    const { send } = createFolderTransport({ folder, makeFolder, from });
    assert.deepEqual(await send(mail), { kind: 'sent', detail: 'written' });
    assert.deepEqual(await send({ ...mail, attempt: 2, text: 'Again.\n' }), {
      kind: 'sent',
      detail: 'written',
    });
    await send(text);
    const names = ['20261121T090503Z-booking-42-confirmation.eml', '20261121T090503Z-code-1.txt'];
    assert.deepEqual((await readdir(folder)).sort(), names);
    for (const name of names) assert.equal((await stat(join(folder, name))).mode & 0o777, 0o600);
    assert.match(await readFile(join(folder, names[0] ?? ''), 'utf8'), /\r\n\r\nAgain\.\r\n$/);
    assert.equal(await readFile(join(folder, names[1] ?? ''), 'utf8'), 'To: +14155552671\n\n493817\n');
  });

  it('is made again where somebody took it away, and takes the place of a half-written file', async (context) => {
    const folder = await aFolder(context);
    const { send } = createFolderTransport({ folder, makeFolder, from });
    await send(mail);
    await rm(folder, { recursive: true });
    makeFolder(folder);
    await writeFile(join(folder, '.20261121T090503Z-booking-42-confirmation.eml.new'), 'x'.repeat(10_000));
    await send(mail);
    assert.deepEqual(await readdir(folder), ['20261121T090503Z-booking-42-confirmation.eml']);
    const kept = await readFile(join(folder, '20261121T090503Z-booking-42-confirmation.eml'), 'utf8');
    assert.ok(!kept.includes('xxx'));
  });

  it('fails loudly where it cannot be written', async (context) => {
    const folder = await aFolder(context);
    makeFolder(folder);
    await writeFile(join(folder, 'file'), '');
    const { send } = createFolderTransport({ folder: join(folder, 'file', 'below'), makeFolder, from });
    await assert.rejects(send(mail), /ENOTDIR/);
  });
});

describe('the gateway', () => {
  const answered = (status: number): OutboundOutcome => ({
    kind: 'answered',
    status,
    headers: {},
    body: 'the code 493817 is fine',
    isBodyCut: false,
    durationMs: 3,
  });

  const through = async (outcome: OutboundOutcome, message = mail, token?: string) => {
    const requests: OutboundRequest[] = [];
    const { send } = createGatewayTransport({
      url: 'https://gateway.example/messages',
      token,
      post: async (request) => {
        requests.push(request);
        return outcome;
      },
      deadlineMs: 15_000,
    });
    return { result: await send(message), request: requests[0] };
  };

  it('is posted a mail as JSON, with its id and the bearer token', async () => {
    const { result, request } = await through(answered(202), mail, 'gateway-token');
    assert.deepEqual(result, { kind: 'sent', detail: '202' });
    const { body, ...head } = request ?? assert.fail();
    assert.deepEqual(head, {
      url: 'https://gateway.example/messages',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': 'booking:42:confirmation',
        authorization: 'Bearer gateway-token',
      },
      deadlineMs: 15_000,
      maxBodyBytes: 4_096,
    });
    assert.deepEqual(JSON.parse(body), {
      id: 'booking:42:confirmation',
      channel: 'email',
      to: 'ann@example.com',
      name: 'Ann',
      subject: 'Booking 42',
      text: 'Your parking is booked.\n',
      locale: 'en-US',
      template: 'booking_confirmation',
    });
  });

  it('is posted a text without a subject, and without a token where there is none', async () => {
    const { request } = await through(answered(200), { ...text, name: '' });
    assert.deepEqual(Object.keys(request?.headers ?? {}), ['content-type', 'idempotency-key']);
    assert.deepEqual(JSON.parse(request?.body ?? ''), {
      id: 'code:1',
      channel: 'sms',
      to: '+14155552671',
      text: '493817',
      locale: 'en-US',
      template: 'booking_confirmation',
    });
  });

  const failed = (reason: 'timeout' | 'dns'): OutboundOutcome => ({
    kind: 'failed',
    reason,
    detail: 'for 493817',
    durationMs: 3,
  });
  const table: readonly (readonly [OutboundOutcome, string, string])[] = [
    [answered(200), 'sent', '200'],
    [answered(204), 'sent', '204'],
    [answered(302), 'retry', '302'],
    [answered(400), 'refused', '400'],
    [answered(401), 'retry', '401'],
    [answered(404), 'retry', '404'],
    [answered(413), 'refused', '413'],
    [answered(422), 'refused', '422'],
    [answered(429), 'retry', '429'],
    [answered(503), 'retry', '503'],
    [failed('timeout'), 'retry', 'timeout'],
    [failed('dns'), 'retry', 'dns'],
  ];
  for (const [outcome, kind, detail] of table) {
    it(`that says ${detail} means ${kind}, and nothing of its body is kept`, async () => {
      assert.deepEqual((await through(outcome)).result, { kind, detail });
    });
  }
});
