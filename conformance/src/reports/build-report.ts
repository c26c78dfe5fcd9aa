import type { Exchange } from '../exchange/exchange.js';
import type { Recorder } from '../exchange/recorder.js';
import type { Redactor } from '../exchange/redactor.js';
import { conclude } from '../judge/conclusion.js';
import { type ClauseVerdict, judgeClause, type Verdict } from '../judge/judge.js';
import type { Observation } from '../judge/observation.js';
import type { Profile } from '../profile/profile.js';
import type { Choice } from '../run/choose.js';
import type { LedgerEntry } from '../run/ledger.js';
import type { ScenarioResult } from '../run/run-scenario.js';
import type { TargetName } from '../scenarios/scenario.js';
import type { ClauseReport, Evidence, Report } from './report.js';

export interface RunFacts {
  readonly profile: Profile;
  readonly targets: readonly TargetName[];
  readonly choice: Choice;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly hostedUrl: string | undefined;
}

export interface RunFindings {
  readonly observations: readonly Observation[];
  readonly scenarios: readonly ScenarioResult[];
  readonly ledger: readonly LedgerEntry[];
  readonly redactor: Redactor;
  readonly recorder: Recorder;
}

/** Judges what was observed and puts the report together; no secret gets past this point. */
export function buildReport(run: RunFacts, findings: RunFindings): Report {
  const { profile, choice } = run;
  const exchanges = findings.recorder.exchanges();
  const byClause = groupByClause(findings.observations);
  const verdicts = choice.clauses.map((clause) => judgeClause(clause, byClause.get(clause.id) ?? []));
  const shown = (text: string): string => findings.redactor.text(text);
  const clean = <T extends { readonly reason?: string }>(one: T): T =>
    one.reason === undefined ? one : { ...one, reason: shown(one.reason) };
  return {
    format: 'parking-conformance-report/1',
    startedAt: new Date(run.startedAtMs).toISOString(),
    durationMs: run.durationMs,
    targets: run.targets,
    ...(profile.base_url === undefined ? {} : { baseUrl: shown(profile.base_url) }),
    ...(profile.receiver === undefined ? {} : { receiverUrl: shown(profile.receiver.url) }),
    ...(run.hostedUrl === undefined ? {} : { hostedUrl: run.hostedUrl }),
    partial: choice.partial,
    ...conclude(verdicts),
    counts: countsOf(verdicts),
    clauses: verdicts.map((verdict) => clauseReport(verdict, exchanges, shown)),
    scenarios: findings.scenarios.map(clean),
    ledger: findings.ledger.map(clean),
    exchanges,
  };
}

function groupByClause(observations: readonly Observation[]): ReadonlyMap<string, readonly Observation[]> {
  const groups = new Map<string, Observation[]>();
  for (const observation of observations) {
    const group = groups.get(observation.clause);
    if (group === undefined) groups.set(observation.clause, [observation]);
    else group.push(observation);
  }
  return groups;
}

function countsOf(verdicts: readonly ClauseVerdict[]): Readonly<Partial<Record<Verdict, number>>> {
  const counts: Partial<Record<Verdict, number>> = {};
  for (const { verdict } of verdicts) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}

type Shown = (text: string) => string;

function clauseReport(judged: ClauseVerdict, exchanges: readonly Exchange[], shown: Shown): ClauseReport {
  const { clause, verdict, reason, observations } = judged;
  const { id, level, target, text } = clause;
  const made = observations.filter(({ outcome }) => outcome === 'passed' || outcome === 'failed');
  return {
    id,
    level,
    target,
    text,
    verdict,
    ...(reason === undefined ? {} : { reason: shown(reason) }),
    checksPassed: made.filter(({ outcome }) => outcome === 'passed').length,
    checksMade: made.length,
    evidence: observations.map((observation) => evidenceOf(observation, exchanges, shown)),
  };
}

function evidenceOf(observation: Observation, exchanges: readonly Exchange[], shown: Shown): Evidence {
  const { scenario, step, outcome, says, exchanges: looked, expected, actual, reason } = observation;
  const curl = observation.outcome === 'failed' ? replay(observation, exchanges) : undefined;
  return {
    scenario,
    step,
    outcome,
    says,
    ...(looked === undefined ? {} : { exchanges: looked }),
    ...(expected === undefined ? {} : { expected: shown(expected) }),
    ...(actual === undefined ? {} : { actual: shown(actual) }),
    ...(reason === undefined ? {} : { reason: shown(reason) }),
    ...(curl === undefined ? {} : { curl }),
  };
}

/** The last request the runner itself had sent in that scenario: what brought about what was seen. */
function replay(observation: Observation, exchanges: readonly Exchange[]): string | undefined {
  const looked = new Set(observation.exchanges ?? []);
  const latest = Math.max(0, ...looked);
  const direct = exchanges.findLast(({ id, curl }) => looked.has(id) && curl !== undefined);
  const before = exchanges.findLast(
    ({ id, scenario, curl }) => scenario === observation.scenario && id <= latest && curl !== undefined,
  );
  return (direct ?? before)?.curl;
}
