import type { Argv } from 'yargs';

/** Flags of `run`; what they say wins over the profile. */
export function runOptions(parser: Argv) {
  return parser
    .option('profile', {
      type: 'string',
      nargs: 1,
      describe: 'profile file (YAML or JSON), with variables of the environment filled in',
    })
    .option('base-url', { type: 'string', nargs: 1, describe: 'address of the API, with or without /v4' })
    .option('client-id', { type: 'string', nargs: 1, describe: 'a client of partner scope' })
    .option('client-secret', {
      type: 'string',
      nargs: 1,
      describe: 'its secret; better: PARKING_CONFORMANCE_CLIENT_SECRET',
    })
    .option('email', { type: 'string', nargs: 1, describe: 'a user, for what belongs to users' })
    .option('password', {
      type: 'string',
      nargs: 1,
      describe: 'its password; better: PARKING_CONFORMANCE_PASSWORD',
    })
    .option('near', { type: 'string', nargs: 1, describe: 'LAT,LON to look for a bookable location around' })
    .option('listen', {
      type: 'string',
      nargs: 1,
      describe: 'HOST:PORT for the receiver that the runner hosts',
    })
    .option('target', {
      type: 'string',
      nargs: 1,
      describe: 'api, receiver, sender; all the profile describes when left out',
    })
    .option('only', { type: 'string', nargs: 1, describe: 'scenario ids' })
    .option('tag', { type: 'string', nargs: 1, describe: 'scenarios with one of these tags' })
    .option('clause', { type: 'string', nargs: 1, describe: 'clause ids' })
    .option('scenarios', {
      type: 'string',
      nargs: 1,
      describe: 'folder of scenarios in place of the built-in ones',
    })
    .option('read-only', { type: 'boolean', default: false, describe: 'make and change nothing' })
    .option('json', {
      type: 'string',
      nargs: 1,
      describe: 'write the JSON report to a file, or to standard output for -',
    })
    .option('list', { type: 'boolean', default: false, describe: 'list what would be run and stop' })
    .option('dry-run', {
      type: 'boolean',
      default: false,
      describe: 'show every request that would be sent and stop',
    });
}

/** The flags as parsed. */
export type RunFlags = Awaited<ReturnType<ReturnType<typeof runOptions>['parseAsync']>>;
