import type { StaticEncode, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { Caller, Scope } from './caller.js';
import { lazily } from './lazily.js';
import type { ProblemCode } from './problem-catalogue.js';
import type { Reply } from './reply.js';
import type { Shows } from './shows.js';
import type { ApiVersion } from './view.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * Who may call: `anyone`; `token` (any valid token); `user` (a token that stands for a customer);
 * `operator` (the operator's bearer token); a token with one of the scopes (who has none is told of the first);
 * or `credentials`, where the endpoint itself checks what the Authorization header says (token endpoints).
 */
export type Access =
  | 'anyone'
  | 'token'
  | 'user'
  | 'operator'
  | 'credentials'
  | { readonly scopes: readonly Scope[] };

export interface RunContext {
  readonly caller: Caller;
  /** A request header by its lower-case name. */
  readonly headers: (name: string) => string | undefined;
  /** Parameters given in the query and in the body at once (the query won). */
  readonly givenTwice: readonly string[];
  /** Who asks, as far as limits tell addresses apart: an IPv4 address or an IPv6 /64. */
  readonly remoteAddress: string;
}

/** Guesses, sign-ups and the like are counted by address and by the account that the first given of these parameters names. */
export interface AttemptLimit {
  readonly accountNames: readonly string[];
  /** `failures`: an attempt that succeeds is the owner's and does not count. */
  readonly counts: 'failures' | 'all';
  /** Where only requests with this value of this parameter are attempts: what others achieve proves no owner. */
  readonly only?: { readonly name: string; readonly value: string };
}

interface RowHead {
  readonly method: Method;
  /** Path below the version's (or the operator's) prefix; parameters are written `:name`. */
  readonly path: string;
  /** Stable name, `resource.verb`; the OpenAPI operation id. */
  readonly operation: string;
  readonly summary: string;
  readonly access: Access;
  /** The one version that has it; both where absent. */
  readonly version?: ApiVersion;
  /** Parameters that only v4 knows; v3_1 takes no notice of them. */
  readonly parametersOfV4?: readonly string[];
  /** Absent where the conventions have nothing to choose from (`raw` answers). */
  readonly shows?: Shows;
  /** What a ready-made JSON answer holds; only where `shows` is absent. */
  readonly answer?: TSchema;
  /** The answer is a list: paging and stats apply. */
  readonly isList?: boolean;
  /** Its list can also be counted by POST (spec, Shared request conventions). */
  readonly hasStatsByPost?: boolean;
  /** May be sent again under one `Idempotency-Key`: the first answer comes again. */
  readonly isRepeatable?: true;
  /** Answers counts alone. */
  readonly onlyStats?: boolean;
  /** The answer is an array, though no list: there is nothing to page. */
  readonly isArray?: boolean;
  /** Status of success; 200 where absent. */
  readonly success?: 201 | 202 | 204;
  /** When it answers 302 with a Location and no body. */
  readonly redirects?: string;
  /** What stands beside `data` in the envelope, by name. */
  readonly envelopeExtras?: Readonly<Record<string, TSchema>>;
  /** The code to answer with when a required parameter is missing (else `request_parameter_invalid`). */
  readonly whenMissing?: Readonly<Record<string, ProblemCode>>;
  /** Largest body it reads; the server's usual bound where absent. */
  readonly maxBodyBytes?: number;
  /** Failures leave as OAuth error bodies. */
  readonly hasOAuthErrors?: boolean;
  /** It shows the catalogue, alike to all who may see as much: readers may keep it for a while. Answers may be compressed. */
  readonly cache?: 'catalogue';
  /** Answers may be compressed: no secret stands in them beside what a caller can choose (BREACH). */
  readonly isCompressible?: true;
  /** Limits beside the caller's own, or none at all. */
  readonly limit?: 'none' | AttemptLimit;
}

/** One row of the API. Path parameters (`:bookingId`), query and body arrive as one validated input. */
export interface Route<Schema extends TSchema> extends RowHead {
  readonly input: Schema;
  readonly run: (input: StaticEncode<Schema>, context: RunContext) => Promise<Reply>;
}

/** Input that was found valid, bound to its `run`; or what is wrong with it. */
export type Prepared =
  | { readonly isValid: true; readonly run: (context: RunContext) => Promise<Reply> }
  | { readonly isValid: false; readonly missing: readonly string[]; readonly malformed: readonly string[] };

/** A row whose input type is sealed in, so that rows can stand in one list. */
export interface AnyRoute extends RowHead {
  readonly input: TSchema;
  readonly prepare: (input: unknown) => Prepared;
}

const namesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

type Fault = ReturnType<Validator['Errors']>[number];

const prepareFailed = (faults: readonly Fault[]): Prepared => {
  const missing = new Set<string>();
  const malformed = new Set<string>();
  for (const fault of faults) {
    const [, field] = fault.instancePath.split('/');
    if (field !== undefined && field !== '') malformed.add(field);
    else if (fault.keyword === 'required') {
      for (const name of namesOf(fault.params.requiredProperties)) missing.add(name);
    }
  }
  return { isValid: false, missing: [...missing], malformed: [...malformed] };
};

/** Declares a row: `run` gets the type its schema describes. The schema is compiled on first use. */
export const route = <Schema extends TSchema>(row: Route<Schema>): AnyRoute => {
  const { run, ...head } = row;
  const validatorOf = lazily(() => Compile(row.input));
  return {
    ...head,
    prepare: (input) => {
      const validator = validatorOf();
      if (!validator.Check(input)) return prepareFailed(validator.Errors(input));
      return { isValid: true, run: (context) => run(input, context) };
    },
  };
};
