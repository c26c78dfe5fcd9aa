import type { Static, TSchema } from 'typebox';
import type { Caller, Scope } from './caller.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: `anyone`; `token` (any valid token); `user` (a token that stands for a customer);
 * `operator` (the operator's bearer token); or a token with one of the scopes.
 */
export type Access = 'anyone' | 'token' | 'user' | 'operator' | { readonly scopes: readonly Scope[] };

/** What `run` gives back: a resource (rendered by the conventions) or a bare status. */
export type Reply =
  | {
      readonly status: number;
      readonly resource: Resource;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly status: 204 };

/** One record or a list of records, in domain form; `kind` names its representation. */
export type Resource =
  | { readonly kind: string; readonly shape: 'one'; readonly record: unknown }
  | {
      readonly kind: string;
      readonly shape: 'list';
      readonly records: readonly unknown[];
      readonly extras?: unknown;
    }
  | { readonly kind: string; readonly shape: 'raw'; readonly body: unknown };

export interface RunContext {
  readonly caller: Caller;
  readonly headers: (name: string) => string | undefined;
}

/** One row of the API. Path parameters (`:bookingId`), query and body arrive as one validated input. */
export interface Route<Input> {
  readonly method: Method;
  readonly path: string;
  /** Stable name, `resource.verb`; the OpenAPI operation id. */
  readonly operation: string;
  readonly summary: string;
  readonly access: Access;
  readonly input: TSchema;
  readonly run: (input: Input, context: RunContext) => Promise<Reply>;
}

/** A row whose input type was checked against its schema and then set aside, so that rows can stand in one list. */
export type AnyRoute = Omit<Route<never>, 'run'> & {
  readonly run: (input: never, context: RunContext) => Promise<Reply>;
};

/** Declares a row: `run` gets the type its schema describes. */
export const route = <Schema extends TSchema>(
  row: Omit<Route<never>, 'input' | 'run'> & {
    readonly input: Schema;
    readonly run: (input: Static<Schema>, context: RunContext) => Promise<Reply>;
  },
): AnyRoute => row;
