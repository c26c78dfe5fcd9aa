import { type Row, rowOf, rowsOf } from '../../answer.js';
import { type CliContext, type GlobalOptions, type Parser, printJson, requireClient } from '../../context.js';
import { CommandError, exitCodes, type OperatorClient } from '../../operator-client.js';
import { printable, renderTable } from '../../table.js';
import { partnerPath } from './partner-path.js';

const marks: Readonly<Record<string, string>> = {
  passed: 'ok',
  warned: 'warning',
  not_verified: 'not seen',
  failed: 'FAILED',
  skipped: '-',
};

const markOf = ({ status }: Row): unknown => marks[String(status)] ?? status;

const tabled = (step: Row): Row => ({ ...step, '': markOf(step) });

const adviceText = (step: Row): string => {
  const { name, message, advice } = step;
  return typeof advice === 'string'
    ? `\n${name}: ${markOf(step)}\n  ${printable(String(message))}\n  ${advice}\n`
    : '';
};

const againText = ({ state, partner }: Row): string =>
  state === 'failed' ? `Next: when that is mended: parking-service partners test ${partner}\n` : '';

/** The steps as a table, under it what is to be done, last what it comes to. */
const reportText = (report: Row): string => {
  const steps = rowsOf(report['steps']);
  const { number, partner, summary, started_at: startedAt } = report;
  return [
    `Self test ${number} of ${partner}, ${startedAt}\n\n`,
    renderTable(['', 'name', 'title', 'message'], steps.map(tabled)),
    ...steps.map(adviceText),
    `\n${printable(String(summary))}\n`,
    againText(report),
  ].join('');
};

const isRunning = (report: Row): boolean => report['state'] === 'running';

const pollMs = 300;

interface Watched {
  readonly context: CliContext;
  readonly client: OperatorClient;
  readonly path: string;
}

/** The report when the test has ended; on a terminal a line for each step meanwhile. */
const watch = async ({ context, client, path }: Watched): Promise<Row> => {
  for (let told = 0; ; ) {
    const report = rowOf(await client.call('GET', path));
    const steps = rowsOf(report['steps']);
    for (const { name, status } of context.isTerminal ? steps.slice(told) : [])
      context.writeError(`${marks[String(status)] ?? status}  ${name}\n`);
    told = steps.length;
    if (!isRunning(report)) return report;
    await context.sleep(pollMs);
  }
};

const print = (context: CliContext, { json }: Pick<GlobalOptions, 'json'>, report: Row): void => {
  if (json) printJson(context, report);
  else context.write(reportText(report));
};

const numberOf = async (client: OperatorClient, id: string, given: number | undefined): Promise<unknown> => {
  if (given !== undefined) return given;
  const [last] = rowsOf(await client.call('GET', partnerPath(id, 'self-tests')));
  if (last !== undefined) return last['number'];
  throw new CommandError(
    `${id} has not been tested yet: parking-service partners test ${id}`,
    exitCodes.refused,
  );
};

/** `partners test ID` and `partners report ID`: trying an endpoint before notices go to it. */
export const addPartnerTestCommands = (parser: Parser, context: CliContext): Parser =>
  parser
    .command(
      'test <id>',
      'Try the endpoint with the notices of test bookings; when it passes, it is live (exit code 1 when not)',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .example('$0 partners test acme', 'takes seconds, two minutes at most'),
      async ({ id, ...options }) => {
        const client = requireClient(context, options);
        const begun = rowOf(await client.call('POST', partnerPath(id, 'test')));
        const path = partnerPath(id, `self-tests/${begun['number']}`);
        const report = await watch({ context, client, path });
        print(context, options, report);
        if (report['went_live'] !== true) throw new CommandError('', exitCodes.refused);
      },
    )
    .command(
      'report <id> [number]',
      'What a self test came to: the last one, unless another is named',
      (command) =>
        command
          .positional('id', { type: 'string', demandOption: true })
          .positional('number', { type: 'number' })
          .example('$0 partners report acme --json', 'with every exchange'),
      async ({ id, number, ...options }) => {
        const client = requireClient(context, options);
        const path = partnerPath(id, `self-tests/${await numberOf(client, id, number)}`);
        print(context, options, rowOf(await client.call('GET', path)));
      },
    );
