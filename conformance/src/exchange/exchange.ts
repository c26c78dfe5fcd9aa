export type Pairs = readonly (readonly [string, string])[];
export type Headers = Readonly<Record<string, string>>;

/** What is to be sent; `form` and `json` exclude each other. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  readonly query: Pairs;
  readonly headers: Headers;
  readonly form?: Pairs;
  readonly json?: unknown;
}

/** A whole answer; `body` is the parsed JSON, undefined where the text is none. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: unknown;
}

/** Where in the run something was sent or received. */
export interface StepPlace {
  readonly scenario: string;
  readonly step: string;
}

/** One request and its answer as kept for the report: secrets are names in double braces by then. */
export interface Exchange {
  readonly id: number;
  readonly direction: 'out' | 'in';
  readonly scenario: string;
  readonly step: string;
  readonly at: string;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Headers;
  readonly requestBody?: string;
  readonly status?: number;
  readonly responseHeaders?: Headers;
  readonly responseBody?: string;
  readonly durationMs: number;
  readonly fault?: string;
  readonly curl?: string;
}

/** The whole address of a request, query included. */
export function addressOf(request: OutgoingRequest): string {
  if (request.query.length === 0) return request.url;
  return `${request.url}${request.url.includes('?') ? '&' : '?'}${encodedPairs(request.query)}`;
}

/** Pairs as a query string or a form body. */
export function encodedPairs(pairs: Pairs): string {
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
}

/** The body's text as it is sent, or undefined for none. */
export function bodyText(request: OutgoingRequest): string | undefined {
  if (request.json !== undefined) return JSON.stringify(request.json);
  return request.form === undefined ? undefined : encodedPairs(request.form);
}
