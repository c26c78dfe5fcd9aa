import type { ResolvedSettings } from '../../config/local-state.js';
import { summariseSettings } from '../../config/summary.js';
import { demoLogin } from '../demo.js';
import type { ServeMode } from './context.js';
import { announceRunning, withdrawRunning } from './running-service.js';
import { welcome } from './welcome.js';

/** The part of the app that serving needs. */
export interface Servable {
  readonly engine: string;
  readonly start: () => Promise<{ readonly url: string; readonly port: number }>;
  readonly stop: () => Promise<void>;
}

interface ServeOptions {
  readonly create: () => Promise<Servable>;
  readonly settings: ResolvedSettings;
  readonly mode: ServeMode;
  readonly pid: number;
  readonly isJson: boolean;
  readonly write: (text: string) => void;
  /** Resolves when the process is told to stop. */
  readonly stopSignal: Promise<string>;
}

/** Starts, says where, and serves until told to stop; then lets what is under way finish. */
export const serveUntilStopped = async (options: ServeOptions): Promise<void> => {
  const { settings, mode, pid, isJson, write } = options;
  const app = await options.create();
  try {
    const { url, port } = await app.start();
    if (mode !== 'worker') announceRunning(settings.PARKING_DATA_DIR, { url, pid });
    if (isJson) write(`${JSON.stringify({ url, port, pid, engine: app.engine })}\n`);
    else {
      const demo = settings.PARKING_DEMO ? demoLogin(settings.PARKING_SECRET_KEY) : undefined;
      write(
        welcome({
          url,
          engine: app.engine,
          dataDir: settings.PARKING_DATA_DIR,
          settings: summariseSettings(settings),
          demo,
        }),
      );
    }
    await options.stopSignal;
  } finally {
    withdrawRunning(settings.PARKING_DATA_DIR, pid);
    await app.stop();
  }
};
