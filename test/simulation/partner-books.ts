import { createMemoryStore, createSqlStore, type NoticeKind, type NoticeStore } from '#kit/index.js';
import type { Dice } from './dice.js';
import { createPartnerDatabase } from './partner-database.js';
import type { Scheduler } from './scheduler.js';
import type { SimulatedProcess } from './simulated-process.js';
import type { Sky } from './weather.js';

/** Something a partner's handler has done for good. */
export interface Effect {
  readonly bookingId: number;
  readonly kind: NoticeKind;
  /** The claim under which it was done. */
  readonly token: string;
  /** Its claim was the notice's last one, and could still become `done`, when it happened. */
  readonly isRecorded: boolean;
}

export type EffectWanted = Pick<Effect, 'bookingId' | 'kind' | 'token'>;

/** One process's access to what its partner keeps. */
export interface Desk {
  readonly store: NoticeStore;
  readonly act: (wanted: EffectWanted) => Promise<void>;
}

/** What a partner keeps: which notices it has handled, and what it did for them. It outlives its processes. */
export interface PartnerBooks {
  /** `once`: effect and `done` in one transaction. `at_least_once`: dying between the two repeats the effect. */
  readonly promise: 'once' | 'at_least_once';
  readonly deskOf: (process: SimulatedProcess) => Desk;
  /** In the order in which they were done. */
  readonly effects: () => readonly Effect[];
  readonly close: () => void;
}

export interface PartnerBooksOptions {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly sky: Sky;
}

const kindOf = (value: unknown): NoticeKind => (value === 'cancel' ? 'cancel' : 'create');

/** The kit's SQL store in the partner's own database, the effects beside it. */
export const createTransactionalBooks = (options: PartnerBooksOptions): PartnerBooks => {
  const database = createPartnerDatabase(options);
  const { scheduler } = options;
  database.look(
    `CREATE TABLE parking_notices (namespace TEXT, booking_id INTEGER, fence INTEGER, claim_token TEXT,
     lease_until INTEGER, create_done TEXT, cancel_done TEXT, PRIMARY KEY (namespace, booking_id))`,
  );
  database.look('CREATE TABLE effects (booking_id INTEGER, kind TEXT, token TEXT)');
  return {
    promise: 'once',
    deskOf: (process) => {
      const connection = database.connect(process);
      const store = createSqlStore({ query: connection.query, clock: scheduler });
      return {
        store,
        act: ({ bookingId, kind, token }) =>
          connection.transaction(async (query) => {
            await query('INSERT INTO effects VALUES (?1, ?2, ?3)', [bookingId, kind, token]);
            if ((await store.doneIn(query, token)) === 'lost') throw new Error('the claim is lost');
          }),
      };
    },
    effects: () =>
      database.look('SELECT * FROM effects ORDER BY rowid').map((row) => ({
        bookingId: Number(row['booking_id']),
        kind: kindOf(row['kind']),
        token: String(row['token']),
        isRecorded: true,
      })),
    close: database.close,
  };
};

/** The kit's memory store where a durable one would be, and effects that know nothing of it. */
export const createSeparateBooks = ({ scheduler, dice, sky }: PartnerBooksOptions): PartnerBooks => {
  const kept = createMemoryStore({ clock: scheduler });
  const effects: EffectWanted[] = [];
  const done = new Set<string>();

  /** Takes effect between asking and answer, if the line is good. */
  const overLine = <Result>(process: SimulatedProcess, run: () => Promise<Result>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const { storeLost, storeAnswerLost } = sky.now();
      const fail = (): void =>
        void process.reach(dice.between(1, 2_000), () => reject(new Error('the store is away')));
      const arrive = async (): Promise<void> => {
        if (!process.isAlive() && dice.chance(0.5)) return;
        const result = await run();
        if (dice.chance(storeAnswerLost)) fail();
        else process.reach(dice.between(0, 3), () => resolve(result));
      };
      if (dice.chance(storeLost)) fail();
      else scheduler.after(dice.between(0, 3), () => void arrive());
    });

  const recordDone = async (token: string) => {
    const held = await kept.done(token);
    if (held === 'ok') done.add(token);
    return held;
  };

  return {
    promise: 'at_least_once',
    deskOf: (process) => ({
      store: {
        claim: (key, leaseMs) => overLine(process, () => kept.claim(key, leaseMs)),
        renew: (token, leaseMs) => overLine(process, () => kept.renew(token, leaseMs)),
        done: (token) => overLine(process, () => recordDone(token)),
        release: (token) => overLine(process, () => kept.release(token)),
        forget: (key) => overLine(process, () => kept.forget(key)),
      },
      // An answer of the effect that gets lost is the handler's own affair: it would find out before it throws.
      act: (wanted) =>
        new Promise((resolve) => {
          process.reach(dice.between(0, 5), () => {
            effects.push(wanted);
            resolve();
          });
        }),
    }),
    effects: () => effects.map((effect) => ({ ...effect, isRecorded: done.has(effect.token) })),
    close: () => undefined,
  };
};
