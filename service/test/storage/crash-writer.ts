import { writeSync } from 'node:fs';
import { systemClock } from '../../src/base/clock.js';
import type { Documents } from '../../src/base/documents.js';
import { openDatabase } from '../../src/storage/open.js';
import { kindOf, type Stepped, stateAfter, steppedCollection } from './crash-steps.js';

/** Run by crash.crash.test.ts: takes every key on, step by step, until it is killed, and says so after each one. */
const takeStep = async (documents: Documents<Stepped>, key: string, step: number): Promise<number> => {
  const after = stateAfter(key, step);
  if (after === null) return (await documents.deleteOne({ _id: key, step: step - 1 })).deletedCount;
  if (kindOf(step) === 'insert') {
    await documents.insertOne(after);
    return 1;
  }
  const { state, payload } = after;
  const update = { $set: { state, payload }, $inc: { step: 1 } };
  return (await documents.updateOne({ _id: key, step: step - 1 }, update)).matchedCount;
};

const walk = async (documents: Documents<Stepped>, key: string, firstStep: number): Promise<never> => {
  for (let step = firstStep; ; step += 1) {
    const count = await takeStep(documents, key, step);
    if (count !== 1) throw new Error(`step ${step} of ${key} met ${count} documents`);
    // Synchronous: what has been written to the pipe outlives this process.
    writeSync(1, `${key} ${step}\n`);
  }
};

const [dataDir = '', plan = '{}'] = process.argv.slice(2);
const database = await openDatabase({ kind: 'embedded', dataDir, clock: systemClock });
const documents = database.collection(steppedCollection);
await database.ensureIndexes();
const nextSteps: Record<string, number> = JSON.parse(plan);
await Promise.all(Object.entries(nextSteps).map(([key, step]) => walk(documents, key, step)));
