import { type Connection, isSqliteError } from './connection.js';

/** More than this in one turn is committed in several transactions, with the event loop let in between. */
const maxGroup = 1_000;

export interface CommitGroup {
  /** Runs the work (synchronous, atomic by itself or by `inSavepoint`) and resolves once it is on disk. */
  readonly write: <R>(work: () => R) => Promise<R>;
  /** Runs the work after every write asked for before it; what it saw is on disk when it resolves. */
  readonly read: <R>(work: () => R) => Promise<R>;
  /** Commits what waits; everything asked for later is rejected. */
  readonly close: () => void;
}

interface Job {
  /** Does the work and returns how to tell the caller, to be called after the commit. Throws where SQLite itself failed. */
  readonly attempt: () => () => void;
  readonly reject: (error: unknown) => void;
}

const jobOf = (work: () => void, resolve: () => void, reject: (error: unknown) => void): Job => ({
  attempt: () => {
    try {
      work();
      return resolve;
    } catch (error) {
      if (isSqliteError(error)) throw error;
      return () => reject(error);
    }
  },
  reject,
});

const rollBack = (connection: Connection): void => {
  try {
    // A full disk may have rolled back already.
    if (connection.isInTransaction()) connection.exec('ROLLBACK');
  } catch {
    // The disk fails here too; the next BEGIN says so to whom it concerns.
  }
};

const commit = (connection: Connection, jobs: readonly Job[]): void => {
  connection.exec('BEGIN IMMEDIATE');
  const reports = jobs.map((job) => job.attempt());
  connection.exec('COMMIT');
  for (const report of reports) report();
};

/**
 * Group commit: what arrives in one turn of the event loop shares one transaction and so one wait for the disk.
 * Where the transaction fails (disk full, say), each member is tried again alone, so that the failure hits only whom it concerns.
 */
export const createCommitGroup = (connection: Connection): CommitGroup => {
  let waiting: Job[] = [];
  let isClosed = false;

  const commitOrFail = (jobs: readonly Job[]): void => {
    try {
      commit(connection, jobs);
    } catch (error) {
      rollBack(connection);
      if (jobs.length === 1) jobs[0]?.reject(error);
      else for (const job of jobs) commitOrFail([job]);
    }
  };

  const flush = (): void => {
    const jobs = waiting.slice(0, maxGroup);
    waiting = waiting.slice(maxGroup);
    if (waiting.length > 0) setImmediate(flush);
    if (jobs.length > 0) commitOrFail(jobs);
  };

  const enqueue = <R>(work: () => R): Promise<R> =>
    new Promise((resolve, reject) => {
      if (isClosed) throw new Error('the database is closed');
      let result: R;
      waiting.push(
        jobOf(
          () => {
            result = work();
          },
          () => resolve(result),
          reject,
        ),
      );
      if (waiting.length === 1) setImmediate(flush);
    });

  return {
    write: enqueue,
    // With nothing waiting everything seen is committed; else the read joins the group it may have seen into.
    read: async (work) => {
      if (waiting.length > 0 || isClosed) return enqueue(work);
      return work();
    },
    close: () => {
      isClosed = true;
      while (waiting.length > 0) flush();
    },
  };
};

/** Several writes of one operation: all of them or, where one throws, none. */
export const inSavepoint = <R>(connection: Connection, work: () => R): R => {
  connection.exec('SAVEPOINT operation');
  try {
    const result = work();
    connection.exec('RELEASE operation');
    return result;
  } catch (error) {
    if (connection.isInTransaction()) connection.exec('ROLLBACK TO operation; RELEASE operation');
    throw error;
  }
};
