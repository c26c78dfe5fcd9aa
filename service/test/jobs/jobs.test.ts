import assert from 'node:assert/strict';
import { after, afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JobRepository } from 'agenda';
import { toJobId } from 'agenda';
import { type Logger, silentLogger } from '../../src/base/logger.js';
import { createJobBackend } from '../../src/jobs/job-backend.js';
import { jobCollection } from '../../src/jobs/job-document.js';
import { createJobRepository } from '../../src/jobs/job-repository.js';
import { createJobs, type Jobs, type RecurringJob } from '../../src/jobs/jobs.js';
import { openTestDatabase, type TestDatabase } from '../storage/open-test-database.js';
import { createFakeClock } from '../support/fake-clock.js';
import { type Hooks, traceDatabase } from '../support/traced-database.js';

/** A wake-up that never comes names its test, long before the file's own limit. */
const limits = { timeout: 20_000 };

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.toReversed()) await close();
  closers.length = 0;
});
// After a test that was given up, something is still open, and would keep the process from its end.
after(async () => {
  await Promise.race([Promise.allSettled(closers.map((close) => close())), sleep(2_000)]);
});

const open = async (): Promise<TestDatabase> => {
  const database = await openTestDatabase();
  closers.push(database.close);
  return database;
};

const startJobs = async (database: TestDatabase, jobs: readonly RecurringJob[]): Promise<Jobs> => {
  const documents = database.collection(jobCollection);
  const made = createJobs({ documents, jobs, logger: silentLogger, pollMs: 20 });
  closers.push(made.stop);
  await made.start();
  return made;
};

/** Resolves when `ring` has been called that often. */
const bell = (times: number) => {
  let rung = 0;
  let tell: () => void = () => undefined;
  const enough = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const ring = (): void => {
    rung += 1;
    if (rung === times) tell();
  };
  return { ring, enough, rung: () => rung };
};

/** Holds the answer to the n-th call of a method until it is let go. */
const holdCall = (method: string, n: number) => {
  const reached = bell(1);
  let letGo: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let calls = 0;
  const after: NonNullable<Hooks['after']> = async (call) => {
    if (call.method !== method) return;
    calls += 1;
    if (calls !== n) return;
    reached.ring();
    await released;
  };
  return { hooks: { after }, held: reached.enough, letGo: () => letGo() };
};

describe('recurring jobs on Agenda', limits, () => {
  it('ring again and again, whatever another one throws', async () => {
    const steady = bell(3);
    const failing = bell(3);
    const database = await open();
    await startJobs(database, [
      { name: 'steady', everyMs: 30, run: steady.ring },
      {
        name: 'failing',
        everyMs: 30,
        run: async () => {
          failing.ring();
          throw new Error('no');
        },
      },
    ]);
    await Promise.all([steady.enough, failing.enough]);
  });

  it('are stored as plain JSON, one document for each', async () => {
    const once = bell(1);
    const database = await open();
    const jobs = await startJobs(database, [{ name: 'once', everyMs: 3_600_000, run: once.ring }]);
    await once.enough;
    await jobs.stop();
    const stored = await database.collection(jobCollection).find({}).toArray();
    assert.equal(stored.length, 1);
    const [job] = stored;
    assert.ok(job !== undefined);
    assert.deepEqual([job._id, job.repeatInterval, job.lockedAt], ['once', 3_600_000, null]);
    assert.equal(Number(job.nextRunAt) - Number(job.lastRunAt), 3_600_000);
  });

  it('do not overlap themselves, and stop waits for the one that runs', async () => {
    const begun = bell(1);
    let finish: () => void = () => undefined;
    let runs = 0;
    const database = await open();
    const others = bell(4);
    const jobs = await startJobs(database, [
      {
        name: 'long',
        everyMs: 20,
        run: async () => {
          runs += 1;
          begun.ring();
          await new Promise<void>((resolve) => {
            finish = resolve;
          });
        },
      },
      { name: 'short', everyMs: 20, run: others.ring },
    ]);
    await begun.enough;
    await others.enough;
    assert.equal(runs, 1);
    let isStopped = false;
    const stopped = jobs.stop().then(() => {
      isStopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(isStopped, false);
    finish();
    await stopped;
  });

  it('ring no more after stop, and leave no call on the database under way', async () => {
    const often = bell(2);
    const database = await open();
    const traced = traceDatabase(database);
    const documents = traced.collection(jobCollection);
    const jobs = createJobs({
      documents,
      jobs: [{ name: 'often', everyMs: 10, run: often.ring }],
      logger: silentLogger,
      pollMs: 10,
    });
    await jobs.start();
    await often.enough;
    await jobs.stop();
    assert.equal(traced.isBusy(), false);
    const [calls, rung] = [traced.calls.length, often.rung()];
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([traced.calls.length, often.rung()], [calls, rung]);
  });

  it('do not begin after stop, though Agenda had begun with them', async () => {
    const rung = bell(1);
    const database = await open();
    // Two save the job at the start; by the third Agenda says that it runs it now.
    const third = holdCall('updateOne', 3);
    const jobs = createJobs({
      documents: traceDatabase(database, third.hooks).collection(jobCollection),
      jobs: [{ name: 'late', everyMs: 10, run: rung.ring }],
      logger: silentLogger,
      pollMs: 10,
    });
    await jobs.start();
    await third.held;
    const stopped = jobs.stop();
    third.letGo();
    await stopped;
    assert.equal(rung.rung(), 0);
  });

  it('stop where what they locked cannot be unlocked', async () => {
    const warned: string[] = [];
    const database = await open();
    // Agenda looks once more after it has locked the job, and before it runs it.
    const second = holdCall('findOneAndUpdate', 2);
    const traced = traceDatabase(database, {
      ...second.hooks,
      before: ({ method }) => {
        if (method === 'updateMany') throw new Error('no database');
      },
    });
    const jobs = createJobs({
      documents: traced.collection(jobCollection),
      jobs: [{ name: 'locked', everyMs: 3_600_000, run: () => undefined }],
      logger: { ...silentLogger, warn: (_fields, message) => warned.push(message) },
      pollMs: 3_600_000,
    });
    await jobs.start();
    await second.held;
    const stopped = jobs.stop();
    second.letGo();
    await stopped;
    assert.deepEqual([warned, traced.isBusy()], [['the alarm clock could not unlock its jobs'], false]);
  });

  it('ring again after a lock lapsed before its job began', async () => {
    const database = await open();
    const rung = bell(2);
    let locks = 0;
    // The process was asleep between taking the lock and beginning the job.
    const clock = { now: () => Date.now() - (locks < 3 ? 3_000 : 0) };
    const traced = traceDatabase(database, {
      before: ({ method }) => {
        if (method === 'findOneAndUpdate') locks += 1;
      },
    });
    const jobs = createJobs({
      documents: traced.collection(jobCollection),
      jobs: [{ name: 'often', everyMs: 10, run: rung.ring }],
      logger: silentLogger,
      clock,
      pollMs: 10,
    });
    closers.push(jobs.stop);
    await jobs.start();
    await rung.enough;
  });

  it('go on after the database could not answer', async () => {
    let isBroken = false;
    const faults = bell(3);
    const before = bell(1);
    const again = bell(1);
    const database = await open();
    const traced = traceDatabase(database, {
      before: () => {
        if (isBroken) throw new Error('no database');
      },
    });
    const logger: Logger = { ...silentLogger, warn: faults.ring };
    const jobs = createJobs({
      documents: traced.collection(jobCollection),
      jobs: [{ name: 'often', everyMs: 10, run: () => (faults.rung() >= 3 ? again : before).ring() }],
      logger,
      pollMs: 10,
    });
    closers.push(jobs.stop);
    await jobs.start();
    await before.enough;
    isBroken = true;
    await faults.enough;
    isBroken = false;
    await again.enough;
  });
});

describe('the storage under Agenda', limits, () => {
  const begin = async () => {
    const clock = createFakeClock();
    const database = await open();
    const documents = database.collection(jobCollection);
    const repository = createJobRepository({ documents, clock });
    const save = (everyMs: number) =>
      repository.saveJob(
        {
          name: 'job',
          priority: 0,
          type: 'single',
          data: undefined,
          repeatInterval: everyMs,
          nextRunAt: new Date(clock.now()),
        },
        undefined,
      );
    const next = (lockLifetimeMs = 2_000) =>
      repository.getNextJobToRun(
        'job',
        new Date(clock.now()),
        new Date(clock.now() - lockLifetimeMs),
        undefined,
        undefined,
      );
    return { clock, documents, repository, save, next };
  };

  it('gives a due job to one asker, and to another when its lock has run out', async () => {
    const { clock, save, next } = await begin();
    await save(60_000);
    const given = await Promise.all([next(), next(), next()]);
    assert.equal(given.filter((job) => job !== undefined).length, 1);
    clock.jump(1_999);
    assert.equal(await next(), undefined);
    clock.jump(1);
    assert.equal((await next())?.name, 'job');
  });

  it('does not ring early after a restart, and at once obeys a shorter interval', async () => {
    const { clock, documents, save, repository } = await begin();
    const saved = await save(60_000);
    await repository.saveJobState({ ...saved, nextRunAt: new Date(clock.now() + 60_000) }, undefined);
    clock.jump(1_000);
    await save(60_000);
    assert.equal((await documents.findOne({ _id: 'job' }))?.nextRunAt, clock.now() + 59_000);
    await save(5_000);
    assert.equal((await documents.findOne({ _id: 'job' }))?.nextRunAt, clock.now() + 5_000);
  });

  it('unlocks and removes', async () => {
    const { save, next, repository } = await begin();
    await save(60_000);
    await next();
    await repository.unlockJobs([toJobId('job')]);
    assert.notEqual(await next(), undefined);
    assert.equal(await repository.removeJobs({ name: 'job' }), 1);
    assert.equal(await next(), undefined);
  });

  it('never rejects where Agenda does not listen', async () => {
    const { repository, save } = await begin();
    const job = await save(60_000);
    const broken: JobRepository = {
      ...repository,
      connect: async () => Promise.reject(new Error('no database')),
      unlockJob: async () => Promise.reject(new Error('no database')),
    };
    const { backend } = createJobBackend(broken, silentLogger);
    await backend.connect();
    await backend.repository.unlockJob(job);
  });
});
