import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#service/base/clock.js';
import { collectionSpec, type Documents } from '#service/base/documents.js';
import { type Connection, openConnection } from '#service/storage/embedded/connection.js';
import { createEmbeddedDatabase } from '#service/storage/embedded/database.js';

interface Delivery {
  readonly _id: string;
  readonly partner: string;
  readonly st: string;
  readonly due: number;
  readonly n: number;
  readonly note: string;
}

const deliveries = collectionSpec<Delivery>({ name: 'deliveries', indexes: [['partner', 'st', 'due']] });
const callers = 64;
const repetitions = 9;

const deliveryOf = (id: number): Delivery => ({
  _id: `${id}:create`,
  partner: `partner-${id % 20}`,
  st: 'open',
  due: 1_700_000_000_000 + id,
  n: 0,
  note: 'x'.repeat(150),
});

/** What is measured: how often a second the work can be done, given how many of it a caller asks for. */
type Load = (count: number) => Promise<void>;

const perSecond = async (load: Load, count: number): Promise<number> => {
  const start = performance.now();
  await load(count);
  return (count * 1_000) / (performance.now() - start);
};

/** So many callers side by side, each waiting for its answer before it asks again. */
const concurrently =
  (side: number, work: () => Promise<unknown>): Load =>
  async (count) => {
    const caller = async (): Promise<void> => {
      for (let done = 0; done < count / side; done += 1) await work();
    };
    await Promise.all(Array.from({ length: side }, caller));
  };

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

interface Pair {
  readonly name: string;
  readonly load: Load;
  /** The same work by bare statements, in transactions of as many as there are callers. */
  readonly bare: Load;
  readonly count: number;
}

const measure = async ({ name, load, bare, count }: Pair): Promise<void> => {
  const rates: number[] = [];
  const ratios: number[] = [];
  for (let repetition = 0; repetition < repetitions; repetition += 1) {
    const bareRate = await perSecond(bare, count);
    const rate = await perSecond(load, count);
    rates.push(rate);
    ratios.push(rate / bareRate);
  }
  const [rate, ratio] = [Math.round(median(rates)), median(ratios).toFixed(2)];
  console.log(`${name.padEnd(34)} ${String(rate).padStart(8)} /s   ${ratio} of bare statements`);
};

const bareLoads = (connection: Connection, nextId: () => number, randomId: () => string) => {
  connection.exec('CREATE TABLE bare (_id PRIMARY KEY NOT NULL, doc TEXT NOT NULL)');
  connection.exec(
    "CREATE INDEX bare_due ON bare (json_extract(doc,'$.partner'), json_extract(doc,'$.st'), json_extract(doc,'$.due'))",
  );
  const insert = (): void => {
    const document = deliveryOf(nextId());
    connection.run('INSERT INTO bare VALUES (?, ?)', [document._id, JSON.stringify(document)]);
  };
  const find = (): void => {
    JSON.parse(String(connection.first('SELECT doc FROM deliveries WHERE _id = ?', [randomId()])?.[0]));
  };
  const change = (): void => {
    const row = connection.first('SELECT rowid, doc FROM deliveries WHERE _id = ?', [randomId()]);
    const document = JSON.parse(String(row?.[1]));
    document.n += 1;
    connection.run('UPDATE deliveries SET doc = ? WHERE rowid = ?', [
      JSON.stringify(document),
      Number(row?.[0]),
    ]);
  };
  const inGroups =
    (size: number, work: () => void): Load =>
    async (count) => {
      for (let done = 0; done < count; done += size) {
        connection.exec('BEGIN IMMEDIATE');
        for (let each = 0; each < size; each += 1) work();
        connection.exec('COMMIT');
      }
    };
  return { insert, find, change, inGroups };
};

const portLoads = (documents: Documents<Delivery>, nextId: () => number, randomId: () => string) => ({
  insert: () => documents.insertOne(deliveryOf(nextId())),
  find: () => documents.findOne({ _id: randomId() }),
  compareAndSet: async () => {
    const _id = randomId();
    const current = await documents.findOne({ _id });
    await documents.updateOne({ _id, n: current?.n ?? 0 }, { $inc: { n: 1 } });
  },
});

const prefill = async (documents: Documents<Delivery>, size: number, nextId: () => number): Promise<void> => {
  for (let done = 0; done < size; done += 1_000)
    await documents.insertMany(Array.from({ length: 1_000 }, () => deliveryOf(nextId())));
};

/** The embedded engine on disk, through the port. `operations` is the size of each of the nine repetitions. */
export const run = async (operations = 4_096, size = 50_000): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-bench-'));
  const connection = openConnection(folder);
  const database = createEmbeddedDatabase({ connection, clock: systemClock });
  const documents = database.collection(deliveries);
  await database.ensureIndexes();
  let lastId = 0;
  const nextId = (): number => (lastId += 1);
  const randomId = (): string => `${1 + Math.floor(Math.random() * size)}:create`;
  await prefill(documents, size, nextId);
  const port = portLoads(documents, nextId, randomId);
  const bare = bareLoads(connection, nextId, randomId);
  console.log(
    `storage: ${size} documents of some 250 bytes, one index, on ${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`,
  );
  const single = Math.ceil(operations / 8);
  await measure({
    name: 'insertOne, 1 caller',
    load: concurrently(1, port.insert),
    bare: bare.inGroups(1, bare.insert),
    count: single,
  });
  await measure({
    name: `insertOne, ${callers} callers`,
    load: concurrently(callers, port.insert),
    bare: bare.inGroups(callers, bare.insert),
    count: operations,
  });
  await measure({
    name: 'findOne by _id, 1 caller',
    load: concurrently(1, port.find),
    bare: bare.inGroups(1_024, bare.find),
    count: operations,
  });
  await measure({
    name: 'read and compare-and-set, 1 caller',
    load: concurrently(1, port.compareAndSet),
    bare: bare.inGroups(1, bare.change),
    count: single,
  });
  await measure({
    name: `the same, ${callers} callers`,
    load: concurrently(callers, port.compareAndSet),
    bare: bare.inGroups(callers, bare.change),
    count: operations,
  });
  await database.close();
  rmSync(folder, { recursive: true });
};
