import type { Argv } from 'yargs';

/** Flags of `run`; what they say wins over the profile. */
export function runOptions(parser: Argv) {
  return parser
    .option('profile', {
      type: 'string',
      describe: 'profile file (YAML or JSON), with variables of the environment filled in',
    })
    .option('base-url', { type: 'string', describe: 'address of the API, with or without /v4' })
    .option('client-id', { type: 'string', describe: 'a client of partner scope' })
    .option('client-secret', {
      type: 'string',
      describe: 'its secret; better: PARKING_CONFORMANCE_CLIENT_SECRET',
    })
    .option('email', { type: 'string', describe: 'a user, for what belongs to users' })
    .option('password', { type: 'string', describe: 'its password; better: PARKING_CONFORMANCE_PASSWORD' })
    .option('near', { type: 'string', describe: 'LAT,LON to look for a bookable location around' })
    .option('listen', { type: 'string', describe: 'HOST:PORT for the receiver that the runner hosts' })
    .option('target', {
      type: 'string',
      describe: 'api, receiver, sender; all the profile describes when left out',
    })
    .option('only', { type: 'string', describe: 'scenario ids' })
    .option('tag', { type: 'string', describe: 'scenarios with one of these tags' })
    .option('clause', { type: 'string', describe: 'clause ids' })
    .option('scenarios', { type: 'string', describe: 'folder of scenarios in place of the built-in ones' })
    .option('read-only', { type: 'boolean', default: false, describe: 'make and change nothing' })
    .option('json', {
      type: 'string',
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
