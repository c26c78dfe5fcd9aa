import type { RandomHex } from '#service/base/ids.js';
import type { Logger } from '#service/base/logger.js';
import type { Seal } from '#service/base/seal.js';
import { defaultSchedule } from '#service/webhooks/dispatch/schedule.js';
import type { Ground } from './ground.js';
import type { Network } from './network.js';
import type { Plan } from './plan.js';
import type { PlantedBug } from './planted-bug.js';
import type { RunRecord } from './record.js';
import { documentsOver } from './service-documents.js';
import { createServiceProcess, type Role, type ServiceProcess } from './service-process.js';
import type { SimulatedProcess } from './simulated-process.js';
import { createStoreLink, type StoreLink } from './store-link.js';

/** A place where a process of the service runs, and another one after it. */
export interface FleetPlace {
  readonly role: Role;
  readonly service: () => ServiceProcess;
  readonly link: () => StoreLink;
  /** A new process where there is none. */
  readonly restart: () => void;
}

export interface FleetOptions {
  readonly ground: Ground;
  readonly plan: Plan;
  readonly network: Network;
  readonly bug: PlantedBug | undefined;
  readonly record: Pick<RunRecord, 'released'>;
  readonly onWrite: (process: SimulatedProcess, label: string) => void;
}

/** Readable in a trace, and still sealed as far as anybody can tell. */
export const readableSeal: Seal = {
  seal: (text) => `sealed ${text}`,
  open: (sealed) => sealed.replace(/^sealed /, ''),
};

/** As in the world, but for waits that are of no interest, and few notices to fail. */
const settings = {
  schedule: { ...defaultSchedule, baseMs: 1_000, capMs: 15_000 },
  failuresToOpen: 3,
  breakerOpen: { baseMs: 5_000, capMs: 20_000, jitter: 0.2 },
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '');

const tracingLogger = ({ trace, meet }: Ground, name: string): Logger => ({
  debug: () => undefined,
  info: (fields, message) => {
    if (message === 'notice') return;
    meet(`service: ${message}`);
    trace.note(name, () => `info: ${message} ${JSON.stringify(fields)}`);
  },
  warn: (fields, message) => {
    meet(`service: ${message}`);
    trace.note(name, () => `warn: ${message} ${messageOf(fields['err'])}`);
  },
  error: (fields, message) => {
    meet(`service: ${message}`);
    trace.note(name, () => `error: ${message} ${messageOf(fields['err'])}`);
  },
});

/** The processes of the service, each in its place. */
export const createFleet = (options: FleetOptions): readonly FleetPlace[] => {
  const { ground, plan, network, bug } = options;
  const { dice, scheduler, trace, sky, rows } = ground;
  let drawn = 0;

  const randomHex: RandomHex = (bytes) => {
    drawn += 1;
    return drawn.toString(16).padStart(bytes * 2, '0');
  };

  return plan.places.map(({ role, skewMs }, index) => {
    let generation = 0;

    const launch = () => {
      const process = ground.startProcess(`${role}-${index + 1}.${generation}`, skewMs);
      generation += 1;
      const link = createStoreLink({ process, scheduler, dice, trace, sky, onWrite: options.onWrite });
      const service = createServiceProcess({
        process,
        role,
        bug,
        randomHex,
        documents: documentsOver(rows, link.carry),
        serverNow: link.serverNow,
        post: network.postOf(process),
        random: dice.random,
        logger: tracingLogger(ground, process.name),
        seal: readableSeal,
        settings,
        onReleased: (id) => options.record.released.add(id),
      });
      return { process, link, service };
    };

    let running = launch();
    return {
      role,
      service: () => running.service,
      link: () => running.link,
      restart: () => {
        if (running.process.isAlive()) return;
        running = launch();
        trace.note(running.process.name, () => 'STARTS');
        running.service.start();
      },
    };
  });
};
