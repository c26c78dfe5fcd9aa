import { parseArgs } from 'node:util';
import { findGroups } from './test-runner/groups.js';
import { runGroup } from './test-runner/run-group.js';
import { describeSlowest, summarise } from './test-runner/summary.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: 'boolean', default: false },
    group: { type: 'string', multiple: true },
    help: { type: 'boolean' },
  },
});

const usage = `Usage: npm test -- [--group unit|http|crash|conformance] [--long] [PART_OF_A_FILE_NAME ...]

  npm test                          everything
  npm test -- --group unit          one group
  npm test -- bookings              files whose path contains "bookings"
  npm run test:long                 also the long modes (thousands of schedules)
`;

const main = async (): Promise<number> => {
  if (values.help === true) {
    process.stdout.write(usage);
    return 0;
  }
  const groups = await findGroups({ only: values.group ?? [], containing: positionals });
  const results = [];
  for (const group of groups) results.push(await runGroup(group, { isLong: values.long }));
  process.stdout.write(describeSlowest(results) + summarise(results));
  const ran = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failures.length, 0);
  if (ran === 0 && failed === 0) process.stdout.write('No test ran: that is a failure.\n');
  return ran > 0 && failed === 0 ? 0 : 1;
};

process.exitCode = await main();
