type Log = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** The part of pino that the service uses. */
export interface Logger {
  readonly debug: Log;
  readonly info: Log;
  readonly warn: Log;
  readonly error: Log;
}

const drop: Log = () => undefined;
export const silentLogger: Logger = { debug: drop, info: drop, warn: drop, error: drop };
