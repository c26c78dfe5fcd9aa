import { parseArgs } from 'node:util';
import { plantedBugs } from './planted-bugs.js';
import { simulate } from './simulate.js';

const usage = `Usage: node test/dist/simulation/main.js --seed N [--trace] | --from N --count N

  --seed N            runs the schedule of this seed and says what is wrong with it
  --trace             also prints what happened, in order
  --from N --count N  runs many, and names those that fail
  --met               and says what they met, and how often
  --bug WORDS         with a bug planted whose name contains these words
`;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    count: { type: 'string', default: '500' },
    bug: { type: 'string' },
    met: { type: 'boolean', default: false },
    trace: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const bug = plantedBugs.find(({ name }) => values.bug !== undefined && name.includes(values.bug));
const planted = bug === undefined ? {} : { bug };

const runOne = async (seed: number): Promise<number> => {
  const { faults, trace, exchanges, simulatedMs } = await simulate(seed, {
    ...planted,
    isTraced: values.trace,
  });
  for (const line of trace) say(line);
  for (const fault of faults) say(`FAULT ${fault}`);
  say(
    `seed ${seed}: ${exchanges} exchanges in ${simulatedMs / 1_000} simulated seconds, ${faults.length} faults`,
  );
  return faults.length;
};

const runMany = async (from: number, count: number): Promise<number> => {
  const startedAt = Date.now();
  const seen = new Map<string, number>();
  let failed = 0;
  for (let seed = from; seed < from + count; seed += 1) {
    const { faults, met } = await simulate(seed, planted);
    for (const [what, count] of met) seen.set(what, (seen.get(what) ?? 0) + count);
    if (faults.length === 0) continue;
    failed += 1;
    say(`seed ${seed}: ${faults.join('; ')}`);
  }
  if (values.met) for (const [what, times] of [...seen].sort()) say(`${String(times).padStart(8)}  ${what}`);
  say(`${count} schedules from ${from}: ${failed} failed, ${(Date.now() - startedAt) / 1_000} s`);
  return failed;
};

if (values.help) say(usage);
else {
  const { seed } = values;
  const failures =
    seed === undefined
      ? await runMany(Number(values.from), Number(values.count))
      : await runOne(Number(seed));
  process.exitCode = failures === 0 ? 0 : 1;
}
