import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Clock } from '../base/clock.js';
import { ConfigurationError } from '../config/load.js';
import { type ResolvedSettings, resolveSettings } from '../config/local-state.js';
import type { Settings } from '../config/schema.js';
import { checkConfiguration } from '../operator/doctor/checks/configuration.js';
import { type Finding, fault, type Result, warning } from '../operator/doctor/finding.js';
import { type Report, reportOf } from '../operator/doctor/report.js';

interface Examined {
  readonly examine: (partner?: string) => Promise<Report>;
  readonly stop: () => Promise<void>;
}

interface StoppedDoctorOptions {
  /** Throws `ConfigurationError`. */
  readonly load: () => Settings;
  /** Opens the storage; rejects where it cannot. */
  readonly open: (settings: ResolvedSettings) => Promise<Examined>;
  readonly clock: Pick<Clock, 'now'>;
}

/** Looking makes no data directory, and no secrets in one. */
const isThere = ({ PARKING_MONGODB_URL: mongo, PARKING_DATA_DIR: dataDir }: Settings): boolean =>
  mongo !== undefined || dataDir === ':memory:' || existsSync(join(dataDir, 'service.json'));

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const named = (name: string, findings: readonly Finding[]): readonly Result[] =>
  findings.map((finding) => ({ name, ...finding }));

const notThere = ({ PARKING_DATA_DIR: dataDir }: Settings): Finding =>
  warning(
    `nothing is in ${resolve(dataDir)} yet`,
    'Set PARKING_DATA_DIR if it is elsewhere; else start the service: parking-service serve',
  );

const closed = (error: unknown): Finding =>
  fault(
    messageOf(error),
    'Where a worker holds it, stop the worker first. Else see that the database runs and can be reached from here.',
  );

/** The doctor where no service runs: what can be said without the storage is said, whatever is wrong with it. */
export const createStoppedDoctor = ({ load, open, clock }: StoppedDoctorOptions): Examined['examine'] => {
  const report = (results: readonly Result[]): Report =>
    reportOf(results, { by: 'storage', at: clock.now() });

  const onStorage = async (settings: ResolvedSettings, partner: string | undefined): Promise<Report> => {
    let service: Examined;
    try {
      service = await open(settings);
    } catch (error) {
      const configuration = await checkConfiguration(settings).run();
      return report([...named('configuration', configuration), ...named('database', [closed(error)])]);
    }
    try {
      return await service.examine(partner);
    } finally {
      await service.stop();
    }
  };

  return async (partner) => {
    try {
      const settings = load();
      if (!isThere(settings)) return report(named('storage', [notThere(settings)]));
      return await onStorage(resolveSettings(settings), partner);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const faults = error.faults.map((text) => fault(text, 'See docs/configuration.md.'));
      return report(named('configuration', faults));
    }
  };
};
