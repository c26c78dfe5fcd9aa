import type { Level } from '../clauses/clause.js';
import type { Exchange } from '../exchange/exchange.js';
import type { ExitCode } from '../judge/conclusion.js';
import type { Verdict } from '../judge/judge.js';
import type { ObservationOutcome } from '../judge/observation.js';
import type { LedgerEntry } from '../run/ledger.js';
import type { ScenarioResult } from '../run/run-scenario.js';
import type { TargetName } from '../scenarios/scenario.js';

/** One assertion as reported, secrets replaced by names. */
export interface Evidence {
  readonly scenario: string;
  readonly step: string;
  readonly outcome: ObservationOutcome;
  readonly says: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly reason?: string;
  /** Numbers of the exchanges it looked at. */
  readonly exchanges?: readonly number[];
  /** On a failure: a shell command that sends the request again. */
  readonly curl?: string;
}

export interface ClauseReport {
  readonly id: string;
  readonly level: Level;
  readonly target: TargetName;
  readonly text: string;
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly checksPassed: number;
  readonly checksMade: number;
  readonly evidence: readonly Evidence[];
}

/** A whole run, as `schemas/report.schema.json` describes it. */
export interface Report {
  readonly format: 'parking-conformance-report/1';
  readonly startedAt: string;
  readonly durationMs: number;
  readonly targets: readonly TargetName[];
  readonly baseUrl?: string;
  readonly receiverUrl?: string;
  readonly hostedUrl?: string;
  /** True when a filter left something out: `conformant` then speaks of the chosen clauses only. */
  readonly partial: boolean;
  readonly conformant: boolean;
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly counts: Readonly<Partial<Record<Verdict, number>>>;
  readonly clauses: readonly ClauseReport[];
  readonly scenarios: readonly ScenarioResult[];
  readonly ledger: readonly LedgerEntry[];
  readonly exchanges: readonly Exchange[];
}
