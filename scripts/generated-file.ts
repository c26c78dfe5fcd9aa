import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const read = (path: string): string | undefined => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
};

/** Writes a generated file of the repository; with `--check` only says whether it is current, by the exit code. */
export const generate = (file: string, text: string): void => {
  const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (read(path) !== text) {
    process.stdout.write(`${file} is out of date: npm run generate\n`);
    process.exitCode = 1;
  }
};
