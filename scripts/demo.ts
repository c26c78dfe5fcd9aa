import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createStepRecorder } from './demo/steps.js';
import { type Cast, tellStory } from './demo/story.js';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});

const usage = `Usage: npm run demo [-- --json]

Tells the whole story on real HTTP between separate processes: a service on an empty folder, real car parks,
a partner and its receiver, a booking and its notices, an outage, a cancellation, and the conformance run.
With --json the last line is one JSON object with each step's outcome. Exit code 0 only if all happened.
`;

const main = async (): Promise<number> => {
  const say = (line: string): void => void (values.json ? process.stderr : process.stdout).write(line);
  const recorder = createStepRecorder(say);
  const started: Parameters<Cast['add']>[0][] = [];
  const dataDir = await mkdtemp(join(tmpdir(), 'parking-demo-'));
  say('A parking marketplace, from an empty folder to a partner that knows of a booking\n\n');
  let isTold = false;
  // Told to stop, the children are ended all the same: the step that runs then fails, and the story with it.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      for (const child of started) void child.end();
    });
  try {
    await tellStory(recorder.step, { add: (child) => void started.push(child) }, dataDir);
    isTold = true;
  } catch (error) {
    if (!recorder.outcomes().some(({ ok }) => !ok)) throw error;
  } finally {
    for (const child of started.toReversed()) await child.end();
    await rm(dataDir, { recursive: true, force: true });
  }
  if (values.json) process.stdout.write(`${JSON.stringify({ ok: isTold, steps: recorder.outcomes() })}\n`);
  else say(isTold ? '\nAll of it happened. Try it yourself: npm start\n' : '\nThe story broke off.\n');
  return isTold ? 0 : 1;
};

if (values.help) process.stdout.write(usage);
else process.exitCode = await main();
