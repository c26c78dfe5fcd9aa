import { setTimeout as wait } from 'node:timers/promises';

export interface SenderOptions {
  /** Gives the receiver's address, once it is up; `undefined` ends the sending. */
  readonly address: () => Promise<string | undefined>;
  readonly notices: number;
  readonly parallel: number;
}

/** A marketplace that sends each notice until it is answered 202 or 400, whatever happens to the connection. */
export interface Sender {
  /** Resolves when every notice has been answered. */
  readonly finished: Promise<void>;
  /** Resolves when that many notices have been answered. */
  readonly answered: (count: number) => Promise<void>;
  /** What came back how often, for the message of a failing test. */
  readonly tally: () => string;
}

const post = async (url: string, bookingId: number): Promise<string> => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { authorization: 'open sesame' },
      body: JSON.stringify({ id: bookingId }),
      signal: AbortSignal.timeout(5_000),
    });
    return `${answer.status} ${await answer.text()}`;
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown';
  }
};

export const startSender = ({ address, notices, parallel }: SenderOptions): Sender => {
  const results = new Map<string, number>();
  const waiting = new Set<() => void>();
  let answers = 0;
  let next = 1;

  const deliver = async (bookingId: number): Promise<void> => {
    for (let url = await address(); url !== undefined; url = await address()) {
      const result = await post(url, bookingId);
      results.set(result, (results.get(result) ?? 0) + 1);
      if (/^202|^400 .*duplicate_request/.test(result)) break;
      await wait(20);
    }
    answers += 1;
    for (const look of waiting) look();
  };

  const work = async (): Promise<void> => {
    while (next <= notices) {
      const bookingId = next;
      next += 1;
      await deliver(bookingId);
    }
  };

  const answered = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (answers < count) return;
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });

  const finished = Promise.all(Array.from({ length: parallel }, work)).then(() => undefined);
  return { finished, answered, tally: () => JSON.stringify(Object.fromEntries(results)) };
};
