import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import { openStage, type Stage } from '../http/stage.js';
import { bookPass, passPathOf } from './book-pass.js';
import { pagesMarket } from './market.js';
import { withTag } from './read-page.js';

const demoCatalogue = new URL('../../../data/demo-catalogue.json', import.meta.url);
const byDefault = ['/icons/ticket.svg', '/icons/scan.svg'];

describe('what pages refer to', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ content: pagesMarket });
  });
  after(() => stage.close());

  it('serves every icon that steps and add-ons of the demo catalogue name', async () => {
    const named = (await readFile(demoCatalogue, 'utf8')).match(/\/icons\/[\w-]+\.svg/g) ?? [];
    assert.ok(named.length > 0);
    for (const path of new Set([...named, ...byDefault])) {
      const { status, headers, text } = await stage.server.send(path);
      assert.equal(status, 200, path);
      assert.equal(headers['content-type'], 'image/svg+xml');
      assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable');
      assert.equal(headers['content-security-policy'], "default-src 'none'");
      assert.match(text, /^<svg /);
    }
  });

  it('serves the style sheet under a name that changes with it, and answers 304 to those who have it', async () => {
    const page = await stage.server.send('/parking/');
    const [style] = withTag(page.text, 'link').filter(
      ({ attributes }) => attributes.get('rel') === 'stylesheet',
    );
    const path = style?.attributes.get('href') ?? '';
    const { status, headers } = await stage.server.send(path);
    const etag = String(headers['etag']);
    assert.equal(status, 200);
    assert.equal(path, `/style/${etag.slice(3, -1)}.css`);
    const again = await stage.server.send(path, { headers: { 'if-none-match': etag } });
    assert.deepEqual([again.status, again.text], [304, '']);
  });

  it('compresses pages and styles, but nothing that holds a secret', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const encodingOf = async (path: string): Promise<unknown> =>
      (await stage.server.send(path, { headers })).headers['content-encoding'];
    const page = await stage.server.send('/lakeside-arena-chicago-501/');
    const [style] = withTag(page.text, 'link').filter(
      ({ attributes }) => attributes.get('rel') === 'stylesheet',
    );
    assert.equal(await encodingOf('/lakeside-arena-chicago-501/'), 'gzip');
    assert.equal(await encodingOf(style?.attributes.get('href') ?? ''), 'gzip');
    const booking = await bookPass(stage);
    assert.equal(await encodingOf(passPathOf(stage, booking)), undefined);
  });

  it('answers 404 for an icon that is not there, also outside its folder', async () => {
    for (const path of ['/icons/nothing.svg', '/icons/..%2Fsite.css', '/style/x.css', '/icons'])
      assert.equal((await stage.server.send(path)).status, 404, path);
  });
});
