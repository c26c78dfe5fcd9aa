import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mainFile, type ServiceProcess } from './service-process.js';

const data = fileURLToPath(new URL('../../../service/data/', import.meta.url));

interface FileCounts {
  readonly read: number;
  readonly imported: number;
}

const isReport = (value: unknown): value is { readonly files: readonly FileCounts[] } =>
  typeof value === 'object' && value !== null && 'files' in value && Array.isArray(value.files);

const importFiles = async (
  service: ServiceProcess,
  files: readonly string[],
): Promise<readonly FileCounts[]> => {
  const args = [mainFile, 'import', ...files, '--json', '--url', service.url];
  const env = {
    PATH: process.env['PATH'],
    PARKING_OPERATOR_TOKEN: service.operatorToken,
    PARKING_DATA_DIR: ':memory:',
  };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 });
  const report: unknown = JSON.parse(stdout);
  if (!isReport(report)) throw new Error(`unexpected report: ${stdout}`);
  return report.files;
};

const sum = (files: readonly FileCounts[], pick: (file: FileCounts) => number): number =>
  files.reduce((total, file) => total + pick(file), 0);

/** The 20 files of real car parks and the demo catalogue, by the command an operator would use. */
export const importRealCarParks = async (service: ServiceProcess) => {
  const names = (await readdir(join(data, 'garages'))).filter((name) => name.endsWith('.geojson'));
  const real = await importFiles(
    service,
    names.map((name) => join(data, 'garages', name)),
  );
  const invented = await importFiles(service, [join(data, 'demo-catalogue.json')]);
  const imported = sum(real, (file) => file.imported);
  if (imported === 0) throw new Error('nothing was imported');
  const detail = `${real.length} files of real car parks: ${sum(real, (file) => file.read)} features read, ${imported} car parks imported; then the demo catalogue: ${sum(invented, (file) => file.imported)} more records`;
  return { result: imported, detail };
};
