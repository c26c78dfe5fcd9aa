import type { JsonObject } from '../json/value.js';

export type TargetName = 'api' | 'receiver' | 'sender';
export type NoticeKind = 'create' | 'cancel';
export type StatusPattern = number | '2xx' | '3xx' | '4xx' | '5xx';
export type Scalars = Readonly<Record<string, string | number | boolean>>;

/** One assertion of a step, as written. Without a clause it is a precondition. */
export interface Expectation {
  readonly clause?: string | readonly string[];
  readonly says?: string;
  readonly when_status?: StatusPattern | readonly StatusPattern[];
  readonly when_exists?: string;
  readonly status?: StatusPattern | readonly StatusPattern[];
  readonly header?: string;
  readonly at?: string;
  readonly equals?: unknown;
  readonly not_equals?: unknown;
  readonly one_of?: readonly unknown[];
  readonly exists?: boolean;
  readonly matches?: string;
  readonly is?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly schema?: string;
  readonly check?: string;
  readonly with?: JsonObject;
  /** When it fails, the rest of that makes no sense. */
  readonly needed?: 'step' | 'scenario';
}

export interface RequestAction {
  readonly to?: 'api' | 'receiver';
  readonly method: string;
  readonly path: string;
  readonly query?: Scalars;
  readonly form?: Scalars;
  readonly json?: unknown;
  readonly headers?: Scalars;
  readonly auth?: string;
  readonly times?: number;
}

export interface NoticeAction {
  readonly booking: string;
  readonly kind: NoticeKind;
  readonly attempt?: number;
}

export interface WatchAction {
  readonly bookings: Readonly<Record<string, string>>;
  readonly kind: NoticeKind;
}

export interface EffectsAction {
  readonly booking: string;
  readonly kind: NoticeKind;
  readonly until?: number;
}

/** Statuses per attempt that the hosted receiver answers; the last one is repeated. */
export interface AnswerPlan {
  readonly create?: readonly number[];
  readonly cancel?: readonly number[];
}

/** One step as written in a scenario file; exactly one of its actions is set. */
export interface Step {
  readonly id: string;
  readonly title?: string;
  readonly request?: RequestAction;
  readonly let?: JsonObject;
  readonly include?: string;
  readonly with?: JsonObject;
  readonly plan?: AnswerPlan;
  readonly notice?: NoticeAction;
  readonly watch?: WatchAction;
  readonly effects?: EffectsAction;
  readonly trouble?: true;
  readonly cancel?: string;
  readonly fresh_booking?: string;
  readonly expect?: readonly Expectation[];
  readonly capture?: Readonly<Record<string, string>>;
}

export interface Scenario {
  readonly id: string;
  readonly title: string;
  readonly target: TargetName;
  readonly tags?: readonly string[];
  readonly writes?: boolean;
  readonly requires?: readonly string[];
  readonly steps: readonly Step[];
  readonly cleanup?: readonly Step[];
}

export interface Part {
  readonly title: string;
  readonly steps: readonly Step[];
}

/** The clauses an expectation tests; none for a precondition. */
export function clausesOf(expectation: Expectation): readonly string[] {
  const { clause } = expectation;
  if (clause === undefined) return [];
  return typeof clause === 'string' ? [clause] : clause;
}

/** Every clause a scenario tests, once. */
export function clausesOfScenario(scenario: Scenario): readonly string[] {
  const steps = [...scenario.steps, ...(scenario.cleanup ?? [])];
  const named = steps.flatMap((step) => (step.expect ?? []).flatMap(clausesOf));
  return [...new Set(named)];
}
