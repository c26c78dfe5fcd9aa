import { capabilityNames } from '../capabilities/capabilities.js';
import { createIdentities } from '../capabilities/identities.js';
import { type Clause, loadClauses } from '../clauses/clause.js';
import { createRecorder, type Recorder } from '../exchange/recorder.js';
import { createRedactor, type Redactor } from '../exchange/redactor.js';
import { createSend } from '../exchange/send.js';
import { checks } from '../expectations/checks.js';
import { createSchemaLibrary, type SchemaLibrary } from '../json/schema-library.js';
import type { Observation } from '../judge/observation.js';
import { checkedProfile } from '../profile/load.js';
import { type Profile, rootAddress } from '../profile/profile.js';
import { buildReport } from '../reports/build-report.js';
import type { Report } from '../reports/report.js';
import { loadScenarios } from '../scenarios/load.js';
import type { Scenario, TargetName } from '../scenarios/scenario.js';
import { choose, chooseTargets, type Filters } from './choose.js';
import { type Clock, systemClock } from './clock.js';
import { createFreshBookings } from './fresh-booking.js';
import { learnSecrets } from './learn-secrets.js';
import { createLedger } from './ledger.js';
import { type Progress, runAll } from './run-all.js';
import type { StepContext } from './run-step.js';
import { hostReceiver } from './set-up-sender.js';

export interface ConformanceOptions extends Filters {
  /** As `schemas/profile.schema.json` describes it. */
  readonly profile: Profile;
  /** Further values that must not be shown, by the name to show in their place. */
  readonly secrets?: ReadonlyMap<string, string>;
  /** The targets the profile describes when left out. */
  readonly targets?: readonly TargetName[];
  /** Leaves out every scenario that makes or changes something. */
  readonly readOnly?: boolean;
  /** Folder of scenarios in place of the built-in ones. */
  readonly scenarioFolder?: string;
  /** What `loadCatalogue` gave, for many runs in one process; loaded anew when left out. */
  readonly catalogue?: Catalogue;
  readonly clock?: Clock;
  /** Ends the run early; what was booked is still cancelled. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Catalogue {
  readonly schemas: SchemaLibrary;
  readonly clauses: readonly Clause[];
  readonly scenarios: readonly Scenario[];
}

const defaultTimeoutMs = 10_000;
const largestAnswer = 8 * 1024 * 1024;

/**
 * Clauses and scenarios, checked against their schemas and each other.
 *
 * @throws UsageFault naming file, line and fault.
 */
export function loadCatalogue(scenarioFolder?: string): Catalogue {
  const schemas = createSchemaLibrary();
  const clauses = loadClauses(schemas);
  const known = {
    clauses: new Set(clauses.map(({ id }) => id)),
    checks: new Set(Object.keys(checks)),
    schemas: new Set(schemas.names),
    capabilities: capabilityNames,
  };
  return { schemas, clauses, scenarios: loadScenarios(schemas, known, scenarioFolder) };
}

/**
 * Runs the scenarios against the deployment a profile describes and judges every clause.
 *
 * @throws UsageFault before anything is sent, when the options, the profile or a scenario file are wrong.
 */
export async function runConformance(options: ConformanceOptions): Promise<Report> {
  const clock = options.clock ?? systemClock;
  const startedAtMs = clock.now();
  const catalogue = options.catalogue ?? loadCatalogue(options.scenarioFolder);
  const profile = checkedProfile(options.profile, catalogue.schemas);
  const targets = chooseTargets(options.targets, profile);
  const choice = choose(catalogue, targets, options);
  const redactor = createRedactor();
  learnSecrets(redactor, profile, options.secrets);
  const recorder = createRecorder(redactor);
  const observations: Observation[] = [];
  const observe = (observation: Observation): void => void observations.push(observation);
  const stops = options.signal === undefined ? {} : { signal: options.signal };
  const hosted =
    targets.includes('sender') && profile.sender !== undefined
      ? await hostReceiver(profile.sender, { recorder, clock, ...stops })
      : undefined;
  try {
    const context = createContext({
      options,
      profile,
      catalogue,
      redactor,
      recorder,
      clock,
      hosted,
      observe,
    });
    const scenarios = await runAll(context, choice, options);
    const { ledger } = context;
    const hostedUrl = hosted?.url;
    const run = { profile, targets, choice, startedAtMs, durationMs: clock.now() - startedAtMs, hostedUrl };
    return buildReport(run, { observations, scenarios, ledger: ledger.entries(), redactor, recorder });
  } finally {
    await hosted?.close();
  }
}

function createContext(deps: {
  readonly options: ConformanceOptions;
  readonly profile: Profile;
  readonly catalogue: Catalogue;
  readonly redactor: Redactor;
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly hosted: StepContext['hosted'];
  readonly observe: StepContext['observe'];
}): StepContext {
  const { options, profile, catalogue, redactor, recorder, clock, hosted, observe } = deps;
  const timeoutMs = profile.timeout_s === undefined ? defaultTimeoutMs : profile.timeout_s * 1000;
  const sending = { recorder, redactor, clock, timeoutMs, maxBytes: largestAnswer };
  const sendAlways = createSend(sending);
  const send = options.signal === undefined ? sendAlways : createSend({ ...sending, signal: options.signal });
  const root = profile.base_url === undefined ? undefined : rootAddress(profile.base_url);
  const identities = createIdentities({ profile, root, send });
  const { schemas } = catalogue;
  const freshBooking = createFreshBookings();
  const ledger = createLedger();
  const parts = { profile, root, schemas, send, sendAlways, redactor, identities, ledger, clock, hosted };
  return { ...parts, freshBooking, observe };
}
