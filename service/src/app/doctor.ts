import type { Clock } from '../base/clock.js';
import type { Database } from '../base/documents.js';
import { randomHex } from '../base/ids.js';
import type { ResolvedSettings } from '../config/local-state.js';
import { jobCollection } from '../jobs/job-document.js';
import { presenceCollection } from '../jobs/presence.js';
import { checkClock } from '../operator/doctor/checks/clock.js';
import { checkConfiguration } from '../operator/doctor/checks/configuration.js';
import { checkDatabase } from '../operator/doctor/checks/database.js';
import { checkDisk } from '../operator/doctor/checks/disk.js';
import { checkIndexes } from '../operator/doctor/checks/indexes.js';
import { checkJobs } from '../operator/doctor/checks/jobs.js';
import { checkOutboxes } from '../operator/doctor/checks/outboxes.js';
import { checkBacklog } from '../operator/doctor/checks/partner-backlog.js';
import { checkReach } from '../operator/doctor/checks/partner-reach.js';
import { checkPartnerState } from '../operator/doctor/checks/partner-state.js';
import { checkProcesses } from '../operator/doctor/checks/processes.js';
import { checkUpgrades } from '../operator/doctor/checks/upgrades.js';
import { createDoctor, type Doctor } from '../operator/doctor/create-doctor.js';
import { probeCollection } from '../operator/doctor/probe-document.js';
import type { Report } from '../operator/doctor/report.js';
import type { ShiftedClock } from '../sandbox/shifted-clock.js';
import { doctorFolders } from './doctor-folders.js';
import type { Market } from './market.js';
import type { Notices } from './notices.js';
import { upgradesToMake } from './upgrade.js';

export interface DoctorParts {
  readonly settings: ResolvedSettings;
  readonly database: Database;
  readonly clock: ShiftedClock;
  readonly realClock: Clock;
  readonly market: Pick<Market, 'bookingStore'>;
  readonly notices: Pick<Notices, 'partners' | 'backlog' | 'deliveries' | 'outbound'>;
  readonly by: Report['checked_by'];
}

/** The doctor over the parts of a service, whether it serves or was only put together to be looked at. */
export const openDoctor = (parts: DoctorParts): Doctor => {
  const { settings, database, clock, realClock, market, notices, by } = parts;
  const { partners, backlog, deliveries, outbound } = notices;
  const { now } = clock;
  const processes = database.collection(presenceCollection);
  const probes = database.collection(probeCollection);
  const jobs = database.collection(jobCollection);
  const realNow = realClock.now;
  return createDoctor({
    first: [checkConfiguration(settings), checkDisk(doctorFolders(settings, by === 'storage'))],
    database: checkDatabase({ database, probes, randomHex, now: realNow }),
    rest: [
      checkIndexes(database),
      checkUpgrades(() => upgradesToMake(database, clock)),
      checkClock({ database, realNow, offsetMs: clock.offsetMs }),
      checkProcesses({ database, processes, isStopped: by === 'storage' }),
      checkJobs({ documents: jobs, realNow, database, processes }),
      checkOutboxes({ bookings: market.bookingStore, now }),
    ],
    partners: partners.list,
    checksOf: (partner) => [
      checkPartnerState(partner, now),
      checkBacklog(partner, { backlogOf: backlog.of, countsOf: deliveries.counts, now }),
      checkReach(partner, { probe: outbound.probe, now: realNow }),
    ],
    clock: realClock,
    by,
  });
};
