import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { access, constants, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const commands = [
  ['service', 'parking-service'],
  ['conformance', 'parking-conformance'],
  ['partner-kit', 'parking-kit'],
] as const;

const pathIn = (folder: string, path: string): string =>
  fileURLToPath(new URL(`../../${folder}/${path}`, import.meta.url));

/** Where package.json says the command is. */
const binOf = async (folder: string, name: string): Promise<string> => {
  const read: unknown = JSON.parse(await readFile(pathIn(folder, 'package.json'), 'utf8'));
  assert.ok(typeof read === 'object' && read !== null && 'bin' in read);
  const bin = new Map<string, unknown>(Object.entries(read.bin ?? {})).get(name);
  assert.ok(typeof bin === 'string', `${folder} names no command ${name}`);
  return bin;
};

describe('npx', () => {
  for (const [folder, name] of commands)
    it(`finds ${name} after npm ci, which links only files that are there before the build`, async () => {
      const bin = await binOf(folder, name);
      assert.doesNotMatch(bin, /dist/);
      const file = pathIn(folder, bin);
      await access(file, constants.X_OK);
      const { stdout } = await promisify(execFile)(process.execPath, [file, '--help']);
      assert.match(stdout, new RegExp(name));
    });
});
