import Database from 'libsql';
import type { SqlQuery } from '#kit/index.js';
import type { Dice } from './dice.js';
import type { Scheduler } from './scheduler.js';
import type { SimulatedProcess } from './simulated-process.js';
import type { Sky } from './weather.js';

type Row = Readonly<Record<string, unknown>>;

/** A partner's own database: real SQLite behind a simulated line. It outlives the partner's processes. */
export interface PartnerDatabase {
  readonly connect: (process: SimulatedProcess) => Connection;
  /** For those who look at it from outside. */
  readonly look: (sql: string) => readonly Row[];
  readonly close: () => void;
}

export interface Connection {
  readonly query: SqlQuery;
  /** All of it or nothing: rolled back where the work rejects and where the process dies. */
  readonly transaction: (work: (query: SqlQuery) => Promise<void>) => Promise<void>;
}

interface PartnerDatabaseOptions {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly sky: Sky;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

const runOn = (database: Database.Database, sql: string, parameters: readonly (string | number)[]): Row[] => {
  const statement = database.prepare(sql);
  if (statement.reader) return statement.all(...parameters).filter(isRow);
  statement.run(...parameters);
  return [];
};

export const createPartnerDatabase = ({ scheduler, dice, sky }: PartnerDatabaseOptions): PartnerDatabase => {
  const database = new Database(':memory:');
  /** The transaction that runs; who comes meanwhile waits. */
  let holder: symbol | undefined;
  const waiting: (() => void)[] = [];

  const whenFree = (session: symbol, run: () => void): void => {
    if (holder === undefined || holder === session) run();
    else waiting.push(() => whenFree(session, run));
  };

  const leave = (): void => {
    holder = undefined;
    for (const retry of waiting.splice(0)) retry();
  };

  const connect = (process: SimulatedProcess): Connection => {
    const ask = (
      session: symbol,
      sql: string,
      parameters: readonly (string | number)[],
    ): Promise<readonly Row[]> =>
      new Promise((resolve, reject) => {
        const { storeLost, storeAnswerLost } = sky.now();
        const fail = (error: unknown): void =>
          void process.reach(dice.between(1, 2_000), () => reject(error));
        const run = (): void => {
          if (!process.isAlive()) return;
          try {
            const rows = runOn(database, sql, parameters);
            if (sql === 'BEGIN') holder = session;
            if (sql === 'COMMIT' || sql === 'ROLLBACK') leave();
            if (dice.chance(storeAnswerLost)) fail(new Error('the answer got lost'));
            else process.reach(dice.between(0, 3), () => resolve(rows));
          } catch (error) {
            fail(error);
          }
        };
        if (sql !== 'ROLLBACK' && dice.chance(storeLost)) fail(new Error('the database cannot be reached'));
        else scheduler.after(dice.between(0, 3), () => whenFree(session, run));
      });

    /** A connection that is gone takes its transaction along. */
    const rollBack = (session: symbol): void => {
      if (holder !== session) return;
      database.exec('ROLLBACK');
      leave();
    };

    return {
      query: (sql, parameters) => ask(Symbol('statement'), sql, parameters),
      transaction: async (work) => {
        const session = Symbol('transaction');
        process.onKilled(() => scheduler.after(dice.between(0, 20), () => rollBack(session)));
        try {
          await ask(session, 'BEGIN', []);
          await work((sql, parameters) => ask(session, sql, parameters));
          await ask(session, 'COMMIT', []);
        } catch (error) {
          rollBack(session);
          throw error;
        }
      },
    };
  };

  return { connect, look: (sql) => runOn(database, sql, []), close: () => void database.close() };
};
