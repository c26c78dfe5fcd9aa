import { fileURLToPath } from 'node:url';
import { type AnnouncedProcess, startAnnounced } from '../processes/announced-process.js';

/** A service of its own process, and a way to call its operator API. */
export interface ServiceProcess extends AnnouncedProcess {
  readonly url: string;
  readonly operatorToken: string;
  readonly operate: (
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<Readonly<Record<string, unknown>>>;
}

export const mainFile = fileURLToPath(new URL('../../../service/dist/src/main.js', import.meta.url));

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Starts `parking-service serve` with exactly these settings and waits until it listens. */
export const startService = async (
  settings: Readonly<Record<string, string>> & { readonly PARKING_OPERATOR_TOKEN: string },
  args: readonly string[] = ['serve', '--json'],
): Promise<ServiceProcess> => {
  const { PATH, HOME } = process.env;
  const service = await startAnnounced(mainFile, args, {
    PATH,
    HOME,
    PARKING_PORT: '0',
    PARKING_LOG_LEVEL: 'warn',
    ...settings,
  });
  const url = String(service.announced['url']);
  return {
    ...service,
    url,
    operatorToken: settings.PARKING_OPERATOR_TOKEN,
    operate: async (method, path, body) => {
      const response = await fetch(`${url}/operator/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${settings.PARKING_OPERATOR_TOKEN}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer: unknown = await response.json();
      if (!response.ok || !isRecord(answer))
        throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
      return answer;
    },
  };
};
