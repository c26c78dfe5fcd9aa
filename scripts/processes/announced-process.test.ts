import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startAnnounced } from './announced-process.js';

describe('starting a process that announces itself', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parking-processes-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const script = async (name: string, text: string): Promise<string> => {
    const file = join(folder, `${name}.mjs`);
    await writeFile(file, text);
    return file;
  };
  const stays = 'setInterval(() => undefined, 1_000);';

  it('answers what it announced, and ends it', async () => {
    const file = await script('good', `console.log(JSON.stringify({ port: 1 })); ${stays}`);
    const process = await startAnnounced(file, [], {});
    assert.deepEqual(process.announced, { port: 1 });
    await process.end();
    await process.end();
    assert.equal(process.child.signalCode, 'SIGTERM');
  });

  it('says why one ended before it was ready', async () => {
    const file = await script('dying', "console.error('no disk'); process.exitCode = 3;");
    await assert.rejects(startAnnounced(file, [], {}), /ended \(3\) before it was ready:\nno disk/);
  });

  it('leaves none behind that announces something else', async () => {
    const file = await script('strange', `console.log(process.pid); ${stays}`);
    const failure: unknown = await startAnnounced(file, [], {}).catch((error: unknown) => error);
    const pid = Number(/announced (\d+)$/.exec(failure instanceof Error ? failure.message : '')?.[1]);
    assert.ok(pid > 0, String(failure));
    assert.throws(() => process.kill(pid, 0), { code: 'ESRCH' });
  });
});
