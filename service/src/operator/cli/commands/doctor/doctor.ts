import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Report } from '../../../doctor/report.js';
import { type CliContext, findClient, type GlobalOptions, type Parser, printJson } from '../../context.js';
import { CommandError, exitCodes } from '../../operator-client.js';
import { renderReport } from './render-doctor.js';

const verdict = Type.Union([Type.Literal('ok'), Type.Literal('warning'), Type.Literal('fault')]);
const text = Type.Union([Type.String(), Type.Null()]);

const report = Compile(
  Type.Object({
    status: verdict,
    checked_by: Type.Union([Type.Literal('service'), Type.Literal('storage')]),
    checked_at: Type.String(),
    checks: Type.Array(
      Type.Object({ check: Type.String(), about: text, status: verdict, seen: Type.String(), advice: text }),
    ),
  }),
);

type DoctorOptions = GlobalOptions & { readonly partner: string | undefined };

/** A configuration that cannot be read is for the doctor to say, with all its faults. */
const runningClient = (context: CliContext, options: GlobalOptions) => {
  try {
    return findClient(context, options);
  } catch (error) {
    if (options.url !== undefined || error instanceof CommandError) throw error;
    return undefined;
  }
};

const examine = async (context: CliContext, options: DoctorOptions): Promise<Report> => {
  const { partner } = options;
  const client = runningClient(context, options);
  if (client === undefined) return context.examineStopped(partner);
  const query = partner === undefined ? '' : `?${new URLSearchParams({ partner })}`;
  const answer = await client.call('GET', `/doctor${query}`);
  if (report.Check(answer)) return answer;
  throw new CommandError(
    'The service answered something else than a report. Is it the same version?',
    exitCodes.unreachable,
  );
};

const skipIds = async (context: CliContext, options: GlobalOptions): Promise<void> => {
  if (runningClient(context, options) !== undefined)
    throw new CommandError(
      'A service runs, and may hand out ids meanwhile. Stop every process, then ask again.',
      exitCodes.refused,
    );
  const service = await context.openStopped(context.settings());
  const outcome = await service.skipRestoredIds().finally(service.stop);
  if (outcome.kind === 'in_use')
    throw new CommandError(
      `These processes run, and may hand out ids meanwhile: ${outcome.processes.join(', ')}. Stop them, then ask again.`,
      exitCodes.refused,
    );
  context.writeError(
    `Booking ids go on at ${outcome.nextBookingId} or above: none from before comes again.\n`,
  );
};

/** `doctor`: what is wrong and what to do; exit code 1 where there is a fault. */
export const addDoctorCommand = (parser: Parser, context: CliContext): Parser =>
  parser.command(
    'doctor',
    'Look at configuration, database, clock, disk and partners, and say what to do',
    (command) =>
      command
        .option('partner', { type: 'string', describe: 'Of the partners, look at this one alone' })
        .option('after-restore', {
          type: 'boolean',
          default: false,
          describe:
            'The database came from a backup: first leave out the ids it may have forgotten (stop every process before)',
        })
        .example('$0 doctor', 'ask the running service, or look at its storage where none runs')
        .example('$0 doctor --json | jq \'.checks[] | select(.status != "ok")\'', 'for programs')
        .example('$0 doctor --after-restore', 'once, after a backup was put back and before the first start'),
    async (options) => {
      if (options.afterRestore) await skipIds(context, options);
      const found = await examine(context, options);
      if (options.json) printJson(context, found);
      else context.write(renderReport(found));
      if (found.status === 'fault') throw new CommandError('', exitCodes.refused);
    },
  );
