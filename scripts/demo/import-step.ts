import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { mainFile, type ServiceProcess } from './service-process.js';

const garages = fileURLToPath(new URL('../../../service/data/garages/', import.meta.url));

interface FileCounts {
  readonly read: number;
  readonly imported: number;
}

const isReport = (value: unknown): value is { readonly files: readonly FileCounts[] } =>
  typeof value === 'object' && value !== null && 'files' in value && Array.isArray(value.files);

/** The 20 files of real car parks, by the command an operator would use. */
export const importRealCarParks = async (service: ServiceProcess) => {
  const files = (await readdir(garages))
    .filter((name) => name.endsWith('.geojson'))
    .map((name) => join(garages, name));
  const args = [mainFile, 'import', ...files, '--json', '--url', service.url];
  const env = {
    PATH: process.env['PATH'],
    PARKING_OPERATOR_TOKEN: service.operatorToken,
    PARKING_DATA_DIR: ':memory:',
  };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, maxBuffer: 64 * 1024 * 1024 });
  const report: unknown = JSON.parse(stdout);
  if (!isReport(report)) throw new Error(`unexpected report: ${stdout}`);
  const sum = (pick: (file: FileCounts) => number): number =>
    report.files.reduce((total, file) => total + pick(file), 0);
  const imported = sum((file) => file.imported);
  if (imported === 0) throw new Error('nothing was imported');
  return {
    result: imported,
    detail: `${report.files.length} files of real car parks: ${sum((file) => file.read)} features read, ${imported} car parks imported`,
  };
};
