import type { Database, Documents } from '../../../base/documents.js';
import { type Check, type Finding, fault, ok, warning } from '../finding.js';
import { sizeText, spanText } from '../in-words.js';
import type { ProbeDocument } from '../probe-document.js';

export interface DatabaseCheckOptions {
  readonly database: Pick<Database, 'ping' | 'inspect' | 'engine'>;
  readonly probes: Pick<Documents<ProbeDocument>, 'insertOne' | 'findOne' | 'deleteOne'>;
  readonly randomHex: (bytes: number) => string;
  /** Real time, epoch ms. */
  readonly now: () => number;
}

const pings = 5;
const slowPingMs = 50;
const slowWriteMs = 500;

const timed = async (now: () => number, work: () => Promise<unknown>): Promise<number> => {
  const startedAt = now();
  await work();
  return now() - startedAt;
};

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

const latency = async ({ database, now }: DatabaseCheckOptions): Promise<Finding> => {
  const taken: number[] = [];
  for (let count = 0; count < pings; count += 1) taken.push(await timed(now, database.ping));
  const ms = median(taken);
  if (ms <= slowPingMs) return ok(`answers within ${spanText(ms)}`);
  return warning(
    `takes ${spanText(ms)} to answer`,
    'Every booking asks it several times: bring the service nearer to it, or see what it is busy with.',
  );
};

const engine = async ({ database }: DatabaseCheckOptions): Promise<Finding> => {
  const { server, isReplicated, sizeBytes } = await database.inspect();
  const size = sizeBytes === undefined ? '' : `, ${sizeText(sizeBytes)}`;
  if (database.engine === 'embedded' || isReplicated !== false) return ok(`${server}${size}`);
  return warning(
    `${server}${size}: what it confirmed is lost with its disk`,
    'Run a replica set of three where bookings are real.',
  );
};

/** Written as a booking is, read back, and taken away. */
const writing = async ({ probes, randomHex, now }: DatabaseCheckOptions): Promise<Finding> => {
  const _id = randomHex(8);
  const ms = await timed(now, () => probes.insertOne({ _id, at: now() }));
  const found = await probes.findOne({ _id });
  const { deletedCount } = await probes.deleteOne({ _id });
  if (found === null || deletedCount !== 1)
    return fault(
      'a document that was written could not be read back',
      'Reads do not come from the primary, or another program deletes here: see PARKING_MONGODB_URL.',
    );
  if (ms <= slowWriteMs) return ok(`a document was written in ${spanText(ms)}, read back and deleted`);
  return warning(`a write takes ${spanText(ms)}`, 'See whether its disk is slow, or full of other work.');
};

const unwritable = (error: unknown): Finding =>
  fault(
    `nothing can be written: ${error instanceof Error ? error.message : String(error)}`,
    'See that its disk has room and that the user may write. Bookings are answered 503 meanwhile; notices wait.',
  );

/** Whether it answers, how soon, and whether it takes writes: a real one. */
export const checkDatabase = (options: DatabaseCheckOptions): Check => ({
  name: 'database',
  run: async () => {
    try {
      await options.database.ping();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return [
        fault(
          `it does not answer: ${reason}`,
          'Start it, or mend PARKING_MONGODB_URL. Nothing needs a restart.',
        ),
      ];
    }
    return [await engine(options), await latency(options), await writing(options).catch(unwritable)];
  },
});
