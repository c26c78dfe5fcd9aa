import { fileURLToPath } from 'node:url';
import { type AnnouncedProcess, startAnnounced } from '../processes/announced-process.js';

export type ReceiverMessage = Readonly<Record<string, unknown>>;

/** The demo's partner, as its parent sees it. */
export interface ReceiverProcess extends AnnouncedProcess {
  readonly url: string;
  readonly become: (state: 'up' | 'down') => void;
  /** The first message that fits, among those already heard or still to come. Rejects when none comes in time. */
  readonly hear: (what: string, fits: (message: ReceiverMessage) => boolean) => Promise<ReceiverMessage>;
  readonly heard: () => readonly ReceiverMessage[];
}

const patienceMs = 40_000;

const isMessage = (value: unknown): value is ReceiverMessage =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const startReceiver = async (
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReceiverProcess> => {
  const file = fileURLToPath(new URL('./receiver.js', import.meta.url));
  const process = await startAnnounced(file, [], env);
  const heard: ReceiverMessage[] = [];
  const listeners = new Set<() => void>();
  const lookAgain = (): void => {
    for (const listener of [...listeners]) listener();
  };
  let isGone = false;
  process.child.on('message', (message: unknown) => {
    if (isMessage(message)) heard.push(message);
    lookAgain();
  });
  process.child.once('exit', () => {
    isGone = true;
    lookAgain();
  });

  const hear: ReceiverProcess['hear'] = (what, fits) =>
    new Promise((resolve, reject) => {
      const finish = (): void => {
        clearTimeout(timer);
        listeners.delete(look);
      };
      const look = (): void => {
        const found = heard.find(fits);
        if (found === undefined && !isGone) return;
        finish();
        if (found === undefined) reject(new Error(`the receiver is gone and never heard ${what}`));
        else resolve(found);
      };
      const timer = setTimeout(() => {
        finish();
        reject(new Error(`the receiver did not hear ${what} within ${patienceMs / 1000} s`));
      }, patienceMs);
      listeners.add(look);
      look();
    });

  return {
    ...process,
    url: `http://127.0.0.1:${String(process.announced['port'])}`,
    become: (state) => process.child.send(state),
    hear,
    heard: () => heard,
  };
};
