import { readFile } from 'node:fs/promises';
import type { ImportFiles, ImportReport } from './import-files.js';

/** Beside `dist` in the installed package. */
const committed = new URL('../../../../data/demo-catalogue.json', import.meta.url);

interface DemoOptions {
  readonly importFiles: ImportFiles;
  /** Default: the one of this package. */
  readonly file?: URL;
}

/** Imports the demo catalogue: some 400 locations, venues, and events kept ahead of the clock. Again is harmless. */
export const loadDemoCatalogue = async ({
  importFiles,
  file = committed,
}: DemoOptions): Promise<ImportReport> => {
  const content = await readFile(file, 'utf8');
  return importFiles({ files: [{ name: 'demo-catalogue.json', content }] });
};
