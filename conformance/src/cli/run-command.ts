import { writeFileSync } from 'node:fs';
import { faultText, UsageFault } from '../faults.js';
import type { Report } from '../reports/report.js';
import { terminalReport } from '../reports/terminal-report.js';
import { choose, chooseTargets, type Filters } from '../run/choose.js';
import type { Progress } from '../run/run-all.js';
import { loadCatalogue, runConformance } from '../run/run-conformance.js';
import type { TargetName } from '../scenarios/scenario.js';
import { dryRun } from './dry-run.js';
import { scenarioLines } from './list-command.js';
import { profileFromFlags } from './profile-from-flags.js';
import type { RunFlags } from './run-options.js';
import type { Surroundings, TextStream } from './surroundings.js';

/** Runs the scenarios, prints the report and gives the exit code. */
export async function runCommand(flags: RunFlags, surroundings: Surroundings): Promise<number> {
  const { out, progress, environment } = surroundings;
  const catalogue = loadCatalogue(flags.scenarios);
  const { profile, secrets } = profileFromFlags(flags, environment, catalogue.schemas);
  const filters = filtersOf(flags);
  const asked = targetsOf(flags.target);
  if (flags.list || flags.dryRun) {
    const targets = chooseTargets(asked, profile);
    const { scenarios } = choose(catalogue, targets, filters);
    out.write(flags.list ? scenarioLines(scenarios) : dryRun(scenarios));
    return 0;
  }
  const interruption = new AbortController();
  surroundings.onInterrupt(() => interruption.abort());
  const report = await runConformance({
    profile,
    secrets,
    ...filters,
    ...(asked === undefined ? {} : { targets: asked }),
    catalogue,
    readOnly: flags.readOnly,
    signal: interruption.signal,
    onProgress: progressOn(progress),
  });
  if (progress.isTTY === true) progress.write('\r\u001b[K');
  if (flags.json === '-') out.write(`${JSON.stringify(report, undefined, 2)}\n`);
  else writeReport(report, flags.json, out);
  return report.exitCode;
}

function writeReport(report: Report, file: string | undefined, out: TextStream): void {
  if (file !== undefined) writeJson(file, report);
  const width = out.isTTY === true && out.columns !== undefined ? { width: out.columns } : {};
  out.write(terminalReport(report, { ...width, isColoured: out.isTTY === true }));
}

function writeJson(file: string, report: Report): void {
  try {
    writeFileSync(file, `${JSON.stringify(report, undefined, 2)}\n`);
  } catch (fault) {
    throw new UsageFault(`the report cannot be written to ${file}: ${faultText(fault)}`);
  }
}

/** One changing line on a terminal, a line per scenario elsewhere. */
function progressOn(stream: TextStream): (progress: Progress) => void {
  return ({ done, total, scenario }) => {
    const line = `[${done}/${total}] ${scenario.id}: ${scenario.outcome}`;
    stream.write(stream.isTTY === true ? `\r\u001b[K${line}` : `${line}\n`);
  };
}

function filtersOf({ only, tag, clause }: RunFlags): Filters {
  return {
    ...(only === undefined ? {} : { only: words(only) }),
    ...(tag === undefined ? {} : { tags: words(tag) }),
    ...(clause === undefined ? {} : { clauses: words(clause) }),
  };
}

function targetsOf(text: string | undefined): readonly TargetName[] | undefined {
  return text === undefined ? undefined : words(text).map(targetOf);
}

function targetOf(name: string): TargetName {
  if (name === 'api' || name === 'receiver' || name === 'sender') return name;
  throw new UsageFault(`there is no target ${name}: api, receiver or sender`);
}

function words(text: string): readonly string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
