import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFaults } from './import-rules/find-faults.js';
import { readImports, type SourceFile } from './import-rules/read-imports.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const sourceFolders = ['service/src', 'partner-kit/src', 'conformance/src'];

const sourcesUnder = async (folder: string): Promise<SourceFile[]> => {
  const entries = await readdir(join(root, folder), { recursive: true });
  const files = entries.filter((entry) => entry.endsWith('.ts')).map((entry) => join(root, folder, entry));
  return Promise.all(
    files.map(async (file) => readImports(relative(root, file), await readFile(file, 'utf8'))),
  );
};

const sources = (await Promise.all(sourceFolders.map(sourcesUnder))).flat();
const faults = findFaults(sources);
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`imports: ${sources.length} files, ${faults.length} faults\n`);
process.exitCode = faults.length === 0 && sources.length > 0 ? 0 : 1;
