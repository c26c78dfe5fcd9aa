import yargs from 'yargs';
import { faultText, UsageFault } from '../faults.js';
import { listCommand } from './list-command.js';
import { runCommand } from './run-command.js';
import { runOptions } from './run-options.js';
import { showCommand } from './show-command.js';
import type { Surroundings } from './surroundings.js';

const usageExitCode = 2;
const harnessExitCode = 5;

/** Runs one command and gives its exit code: 0 conformant, 1 failed, 2 usage, 3 environment, 4 unverified, 5 our fault. */
export async function runCommandLine(args: readonly string[], surroundings: Surroundings): Promise<number> {
  let exitCode = 0;
  const parser = yargs([...args])
    .scriptName('parking-conformance')
    .usage(
      '$0 COMMAND\n\nReplays the documented scenarios of the parking marketplace API against a deployment and judges them.',
    )
    .command('run', 'run the scenarios against a deployment', runOptions, async (given) => {
      exitCode = await runCommand(given, surroundings);
    })
    .command('list', 'list scenarios and the clauses they test', {}, () => {
      surroundings.out.write(listCommand());
    })
    .command(
      'show <clause>',
      'show a clause and where it is tested',
      (builder) => builder.positional('clause', { type: 'string', demandOption: true }),
      ({ clause }) => {
        surroundings.out.write(showCommand(clause));
      },
    )
    .example(
      '$0 run --base-url https://api.example.org --near 48.14,11.57',
      'what can be seen without credentials',
    )
    .example('$0 run --profile staging.yaml --json report.json', 'everything the profile describes')
    .example('$0 run --profile staging.yaml --clause errors.3', 'one clause again')
    .example('$0 show events.retry.404', 'what a clause says and which scenario tests it')
    .epilogue(
      'Exit codes: 0 conformant, 1 a MUST failed, 2 usage, 3 target unreachable, 4 MUSTs unverified, 5 fault of the runner.',
    )
    .demandCommand(1, 'give a command')
    .strict()
    .exitProcess(false)
    .fail((message, fault) => {
      throw fault ?? new UsageFault(message);
    });
  try {
    await parser.parseAsync();
    return exitCode;
  } catch (fault) {
    surroundings.progress.write(`parking-conformance: ${faultText(fault)}\n`);
    return fault instanceof UsageFault ? usageExitCode : harnessExitCode;
  }
}
