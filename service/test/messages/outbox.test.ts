import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { trimMessages } from '../../src/messages/message-retention.js';
import { assertRefused } from '../accounts/refusal.js';
import { dyingDatabase, ProcessDied } from '../catalogue/dying-database.js';
import { aCodeMessage, aConfirmation, openMessages } from './open-messages.js';

const second = 1_000;
const minute = 60 * second;
const day = 86_400_000;

describe('the outbox', () => {
  it('sends what was enqueued, once, and keeps what became of it', async (context) => {
    const { messages, sender, sent, documents, clock } = await openMessages(context);
    await messages.enqueue(aConfirmation());
    await messages.enqueue(aConfirmation({ locale: 'fr-CA' }));
    assert.equal(await sender.runOnce(), 1);
    assert.equal(await sender.runOnce(), 0);
    assert.deepEqual(
      sent.map(({ id, attempt, channel, to, subject, locale }) => [
        id,
        attempt,
        channel,
        to,
        subject,
        locale,
      ]),
      [['booking:42:confirmation', 1, 'email', 'ann@example.com', 'Booking 42: Grand Garage', 'en-US']],
    );
    const now = clock.now();
    assert.deepEqual(await documents.find({}).toArray(), [
      {
        _id: 'booking:42:confirmation',
        st: 'sent',
        channel: 'email',
        address: 'ann@example.com',
        name: '',
        template: 'booking_confirmation',
        locale: 'en-US',
        values: JSON.stringify(aConfirmation().values),
        due: now,
        tok: null,
        n: 1,
        openedAt: now,
        until: null,
        createdAt: now,
        updatedAt: now,
        history: [{ n: 1, at: now, durationMs: 0, outcome: 'sent', detail: 'ok' }],
      },
    ]);
  });

  it('is rung by what is enqueued once it has started, and stops', async (context) => {
    const { messages, sender, sent, clock } = await openMessages(context);
    await messages.enqueue(aConfirmation());
    await clock.settle();
    assert.equal(sent.length, 0);
    sender.start();
    await clock.runUntil(() => sent.length === 1, minute);
    await messages.enqueue(aConfirmation({ id: 'another' }));
    await clock.runUntil(() => sent.length === 2, second);
    await sender.stop();
    await messages.enqueue(aConfirmation({ id: 'third' }));
    await clock.advance(minute);
    assert.equal(sent.length, 2);
  });

  it('tries again, later each time, and gives up after three days', async (context) => {
    const { messages, sender, answer, clock, documents, lines } = await openMessages(context);
    answer(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
    await messages.enqueue(aConfirmation());
    const waits: number[] = [];
    for (;;) {
      await sender.runOnce();
      const [message] = await documents.find({}).toArray();
      if (message?.st !== 'waiting') break;
      waits.push(message.due - clock.now());
      assert.equal(await sender.runOnce(), 0);
      await clock.advance(message.due - clock.now());
    }
    assert.deepEqual(
      waits.slice(0, 4),
      [5, 10, 20, 40].map((seconds) => seconds * second),
    );
    assert.equal(Math.max(...waits), 60 * minute);
    const [failed] = await documents.find({}).toArray();
    assert.equal(failed?.st, 'failed');
    assert.equal(failed?.history.length, 10);
    assert.deepEqual(failed?.history.at(-1)?.detail, 'ENOSPC');
    assert.ok(waits.reduce((sum, wait) => sum + wait, 0) <= 3 * day);
    assert.equal(lines.length, waits.length + 1);
  });

  it('does not try again what is refused, until the operator says so', async (context) => {
    const { messages, sender, answer, sent, clock } = await openMessages(context);
    answer({ kind: 'refused', detail: '422' });
    await messages.enqueue(aConfirmation());
    await sender.runOnce();
    await clock.advance(day);
    assert.equal(await sender.runOnce(), 0);
    assert.equal((await messages.view('booking:42:confirmation')).st, 'failed');
    answer({ kind: 'sent', detail: '202' });
    assert.equal((await messages.resend('booking:42:confirmation')).st, 'waiting');
    await sender.runOnce();
    const message = await messages.view('booking:42:confirmation');
    assert.deepEqual([message.st, message.n, sent.length], ['sent', 1, 2]);
    assert.deepEqual(
      message.history.map(({ detail }) => detail),
      ['422', '202'],
    );
  });

  it('shares the work among workers, each message once', async (context) => {
    const { messages, sent, anotherSender } = await openMessages(context);
    const ids = Array.from({ length: 40 }, (_, index) => `message:${index}`);
    for (const id of ids) await messages.enqueue(aConfirmation({ id }));
    const workers = [anotherSender(), anotherSender(), anotherSender()];
    await Promise.all(workers.map(({ runOnce }) => runOnce()));
    await Promise.all(workers.map(({ runOnce }) => runOnce()));
    assert.deepEqual(sent.map(({ id }) => id).sort(), ids.sort());
    assert.deepEqual(await messages.counts(), { waiting: 0, sent: 40, failed: 0 });
  });

  it('sends after a lease what a worker that died had taken', async (context) => {
    for (const when of ['before', 'after'] as const) {
      const { messages, sender, anotherSender, database, clock, sent } = await openMessages(context);
      await messages.enqueue(aConfirmation());
      for (let atCall = 1; atCall <= 3; atCall += 1) {
        const dying = anotherSender({ database: dyingDatabase(database, { atCall, when }) });
        await assert.rejects(dying.runOnce(), ProcessDied);
        await clock.advance(minute);
      }
      await sender.runOnce();
      assert.equal((await messages.view('booking:42:confirmation')).st, 'sent');
      // A death between sending and writing that down sends twice, under the same id.
      assert.deepEqual([...new Set(sent.map(({ id }) => id))], ['booking:42:confirmation']);
      assert.equal(await sender.runOnce(), 0);
    }
  });

  it('does not let a worker whose lease is over write what became of it', async (context) => {
    const { messages, store, clock } = await openMessages(context);
    await messages.enqueue(aConfirmation());
    const claim = (token: string) => store.claim({ limit: 1, token, now: clock.now(), leaseMs: minute });
    const [slow] = await claim('slow');
    await clock.advance(minute);
    const [quick] = await claim('quick');
    if (slow === undefined || quick === undefined) throw new Error('nothing was claimed');
    const outcome = { due: clock.now(), attempt: undefined, isSpent: false, at: clock.now() } as const;
    assert.equal(await store.settle(slow, { ...outcome, st: 'failed' }), false);
    assert.equal(await store.settle(quick, { ...outcome, st: 'sent' }), true);
    assert.equal((await messages.view('booking:42:confirmation')).st, 'sent');
  });

  it('leaves a message on its way to whoever has it, though the operator wants it sent again', async (context) => {
    const { messages, store, clock } = await openMessages(context);
    await messages.enqueue(aConfirmation());
    const [claimed] = await store.claim({ limit: 1, token: 'mine', now: clock.now(), leaseMs: minute });
    assert.deepEqual(await messages.resend('booking:42:confirmation'), claimed);
  });

  it('keeps what ended for three months, and what waits for ever', async (context) => {
    const { messages, store, sender, clock, answer } = await openMessages(context);
    await messages.enqueue(aConfirmation({ id: 'sent' }));
    await sender.runOnce();
    answer({ kind: 'refused', detail: 'no' });
    await messages.enqueue(aConfirmation({ id: 'failed' }));
    await sender.runOnce();
    await messages.enqueue(aConfirmation({ id: 'waits' }));
    await clock.advance(90 * day);
    assert.equal(await trimMessages(store, clock.now()), 0);
    await clock.advance(1);
    assert.equal(await trimMessages(store, clock.now()), 2);
    assert.deepEqual(await messages.counts(), { waiting: 1, sent: 0, failed: 0 });
  });

  it('takes no message with an id or an address that could be more than that', async (context) => {
    const { messages, documents } = await openMessages(context);
    for (const id of ['', '../../etc/passwd', 'a/b', 'a b', '.hidden', 'x'.repeat(201)]) {
      await assert.rejects(messages.enqueue(aConfirmation({ id })));
    }
    for (const email of ['', 'ann@example.com\r\nBcc: all@example.com', 'ann @example.com']) {
      await assert.rejects(messages.enqueue(aConfirmation({ to: { email } })));
    }
    assert.equal(await documents.countDocuments({}), 0);
  });

  it('knows no message that there is not', async (context) => {
    const { messages } = await openMessages(context);
    await assertRefused(messages.view('nothing'), 'message_not_found');
    await assertRefused(messages.resend('nothing'), 'message_not_found');
  });
});

describe('a message with a code', () => {
  it('is sealed while it waits, and without it once sent: then it cannot be sent again', async (context) => {
    const { messages, sender, sent, documents, lines } = await openMessages(context);
    await messages.enqueue(aCodeMessage());
    assert.ok(!JSON.stringify(await documents.findOne({})).includes('493817'));
    await sender.runOnce();
    assert.match(sent[0]?.text ?? '', /Your code is 493817/);
    const kept = await documents.findOne({});
    assert.deepEqual([kept?.st, kept?.values], ['sent', null]);
    assert.ok(!JSON.stringify([kept, lines]).includes('493817'));
    await assertRefused(messages.resend('code:1'), 'message_spent');
  });

  it('is not sent after it lapsed, and its code is not kept', async (context) => {
    const { messages, sender, sent, documents, clock, answer } = await openMessages(context);
    answer({ kind: 'retry', detail: '503' });
    await messages.enqueue(aCodeMessage({ until: clock.now() + minute }));
    await sender.runOnce();
    assert.notEqual((await documents.findOne({}))?.values, null);
    answer({ kind: 'sent', detail: 'ok' });
    await messages.resend('code:1');
    await clock.advance(minute + 1);
    await sender.runOnce();
    const kept = await documents.findOne({});
    assert.deepEqual([sent.length, kept?.st, kept?.values], [1, 'failed', null]);
    assert.equal(kept?.history.at(-1)?.detail, 'lapsed');
  });

  it('is short on a phone', async (context) => {
    const { messages, sender, sent } = await openMessages(context);
    await messages.enqueue(aCodeMessage({ to: { phone: '+14155552671' }, locale: 'fr-CA' }));
    await sender.runOnce();
    assert.deepEqual([sent[0]?.channel, sent[0]?.to, sent[0]?.subject], ['sms', '+14155552671', '']);
    assert.match(sent[0]?.text ?? '', /^493817 est votre code/);
  });

  it('fails at once where it was sealed under another key', async (context) => {
    const { messages, anotherSender, sent, documents } = await openMessages(context);
    await messages.enqueue(aCodeMessage());
    await anotherSender({ secretKey: 'another key altogether' }).runOnce();
    const kept = await documents.findOne({});
    assert.deepEqual([sent.length, kept?.st, kept?.history[0]?.detail], [0, 'failed', 'unreadable']);
  });
});
