import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import jsqr from 'jsqr';
import { encode } from 'uqr';
import type { Received } from '../http/harness.js';
import { at } from '../http/read.js';
import { openStage, type Stage } from '../http/stage.js';
import { bookPass, passEmail, passPathOf } from './book-pass.js';
import { pagesMarket } from './market.js';
import { modulesOf, pixelsOf } from './qr-modules.js';
import { elementsOf, textOf, withTag } from './read-page.js';

const hourMs = 3_600_000;

describe('the page of a parking pass', () => {
  let stage: Stage;
  let booking: unknown;
  let url: string;

  const get = (path: string): Promise<Received> =>
    stage.server.send(path, { headers: { accept: 'text/html' } });
  const shownCode = (text: string): string => {
    const [image] = withTag(text, 'img').filter(({ attributes }) =>
      attributes.get('src')?.startsWith('data:'),
    );
    return image?.attributes.get('src') ?? 'no code is shown';
  };

  before(async () => {
    stage = await openStage({ content: pagesMarket });
  });
  after(() => stage.close());
  beforeEach(async () => {
    booking = await bookPass(stage);
    url = passPathOf(stage, booking);
  });

  it('is at the parking_pass_web_url, with place, times there, plate and steps', async () => {
    const { status, text } = await get(url);
    assert.equal(status, 200);
    assert.equal(textOf(text, 'h1'), 'Parking pass Lakeside Garage');
    assert.equal(
      withTag(text, 'p').find(({ attributes }) => attributes.get('class') === 'status')?.text,
      'Valid',
    );
    const facts = withTag(text, 'dl')[0]?.text.replaceAll(' ', ' ') ?? '';
    assert.match(facts, /From ?Sun, Nov 22, 2026, 10:00 AM CST Until ?Sun, Nov 22, 2026, 12:00 PM CST/);
    assert.match(facts, /XYZ 987/);
    assert.ok(facts.includes(String(at(booking, 'id'))));
    assert.match(text, /Take a ticket and scan this pass when leaving/);
    assert.match(text, /src="\/icons\/scan\.svg"/);
  });

  it('shows the scan code of the API as a QR code of its error correction level', async () => {
    const scanCode = at(booking, '_embedded', 'svc:parking_pass', 'validation', 'scan_code');
    const code = String(at(scanCode, 'code'));
    const level = at(scanCode, 'qr_error_correction_level');
    assert.equal(level, 'M');
    const modules = modulesOf(shownCode((await get(url)).text));
    assert.deepEqual(modules, encode(code, { ecc: 'M', border: 4 }).data);
    const { pixels, size } = pixelsOf(modules);
    assert.equal(jsqr.default(pixels, size, size)?.data, code);
  });

  it('shows whoever it was shared with neither the price nor the plate, but lets them in', async () => {
    const id = String(at(booking, 'id'));
    const path = `/v4/bookings/${id}?fields=booking:share_code`;
    const shared = await stage.server.send(path, { token: stage.tokens.partner });
    const code = String(at(shared.body, 'share_code'));
    const { status, text, headers } = await get(`/parking-pass/${id}/?share_code=${code}`);
    assert.equal(status, 200);
    assert.match(shownCode(text), /^data:/);
    assert.ok(text.includes('Lakeside Garage') && !text.includes('$') && !text.includes('XYZ 987'));
    assert.equal(headers['cache-control'], 'private, no-store');
    assert.equal((await get(`/parking-pass/${id}/?share_code=${'0'.repeat(code.length)}`)).status, 404);
  });

  it('is past after its end, and keeps its code for those who leave late', async () => {
    stage.clock.jump(31 * hourMs);
    const { text } = await get(url);
    stage.clock.jump(-31 * hourMs);
    assert.match(text, /This parking is over/);
    assert.match(shownCode(text), /^data:/);
  });

  it('says that it was cancelled, and lets nobody in', async () => {
    const id = String(at(booking, 'id'));
    const { status } = await stage.server.send(`/v4/bookings/${id}`, {
      method: 'DELETE',
      token: stage.tokens.partner,
    });
    assert.equal(status, 204);
    const { text } = await get(url);
    assert.match(text, /The pass does not open any gate/);
    assert.equal(shownCode(text), 'no code is shown');
    assert.equal(withTag(text, 'ol').length, 0);
  });

  it('tells nothing of the customer, and is neither stored nor indexed nor passed on', async () => {
    const { headers, text } = await get(url);
    const shown = elementsOf(text)
      .map((element) => element.text)
      .join(' ');
    for (const secret of [passEmail, 'Grace', 'Hopper', 'grace', 'acme'])
      assert.ok(!shown.includes(secret) && !text.includes(secret), secret);
    assert.equal(headers['cache-control'], 'private, no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['x-robots-tag'], 'noindex, nofollow');
    assert.equal(headers['etag'], undefined);
  });

  it('writes its code to no log', async () => {
    await get(url);
    const code = String(at(booking, 'authorization_code'));
    assert.ok(!JSON.stringify(stage.server.lines).includes(code));
  });

  it('answers a wrong code, none and an unknown booking alike', async () => {
    const id = String(at(booking, 'id'));
    const code = String(at(booking, 'authorization_code'));
    const [wrong, ...others] = await Promise.all(
      [
        `/parking-pass/${id}/?authorization_code=${'0'.repeat(code.length)}`,
        `/parking-pass/999999/?authorization_code=${code}`,
        `/parking-pass/${id}/`,
        `/parking-pass/${id}/?authorization_code=${code}&authorization_code=${code}`,
        `/parking-pass/${id}x/?authorization_code=${code}`,
        `/parking-pass/${id}/?authorization_code=%00`,
      ].map(get),
    );
    assert.equal(wrong?.status, 404);
    assert.equal(textOf(wrong?.text ?? '', 'h1'), 'Not found');
    const seen = (received: Received | undefined): unknown => [
      received?.status,
      received?.headers['cache-control'],
      received?.text.replace(/href="\/parking-pass[^"]*"/g, ''),
    ];
    for (const other of others) assert.deepEqual(seen(other), seen(wrong));
  });

  it('speaks the three languages', async () => {
    assert.match((await get(`${url}&locale=fr-CA`)).text, /Laissez-passer de stationnement/);
    assert.match((await get(`${url}&locale=en-CA`)).text, /Licence plate/);
    assert.match((await get(url)).text, /License plate/);
  });
});
