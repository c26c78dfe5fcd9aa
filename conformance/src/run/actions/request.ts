import { buildRequest } from '../../exchange/build.js';
import type { StepPlace } from '../../exchange/exchange.js';
import { atPointer } from '../../json/pointer.js';
import type { RequestAction } from '../../scenarios/scenario.js';
import { fillInText, isLiteral, type Scope } from '../../values/scope.js';
import { type ActionResult, answerResult, valueResult } from '../action-result.js';
import type { RunContext } from '../context.js';
import { apiAddress, authHeaders, withHeaders } from '../send-template.js';

/** Statuses that a gateway or a rate limit gives in the API's place: nothing to judge the API by. */
const notTheApi = new Map([
  [429, 'the deployment limits the rate of requests (429)'],
  [502, 'a gateway answered 502 in place of the API'],
  [503, 'the deployment answered 503, not available'],
  [504, 'a gateway answered 504 in place of the API'],
]);

/** Sends a request, or several copies of it at once; bookings that it makes go into the ledger. */
export async function requestAction(
  context: RunContext,
  action: RequestAction,
  at: { readonly scope: Scope; readonly place: StepPlace },
): Promise<ActionResult> {
  const { scope, place } = at;
  allowLiterals(context, action);
  const path = fillInText(action.path, scope);
  const url = action.to === 'receiver' ? path : apiAddress(context, path);
  const auth = await authHeaders(context, action.auth, scope);
  const request = buildRequest(url, withHeaders(action, auth), scope);
  if (action.times !== undefined) {
    const copies = Array.from({ length: action.times }, () => context.send(request, { place }));
    return together((await Promise.all(copies)).map(answerResult));
  }
  const result = answerResult(await context.send(request, { place }));
  if (isBookingPost(action)) noteBookings(context, result, place);
  const gateway = action.to === 'receiver' ? undefined : notTheApi.get(result.subject.status ?? 0);
  return gateway === undefined ? result : { ...result, environment: gateway };
}

/** One subject of many answers: `{statuses, bodies}`. */
function together(results: readonly ActionResult[]): ActionResult {
  const faulty = results.find((result) => result.environment !== undefined);
  const statuses = results.map((result) => result.subject.status);
  const bodies = results.map((result) => result.subject.body);
  const all = valueResult(
    { statuses, bodies },
    results.flatMap((result) => result.exchanges),
  );
  return faulty?.environment === undefined ? all : { ...all, environment: faulty.environment };
}

function isBookingPost({ to, method, path }: RequestAction): boolean {
  return to !== 'receiver' && method === 'POST' && /^\/bookings\/?$/.test(path);
}

function noteBookings(context: RunContext, { subject }: ActionResult, { scenario }: StepPlace): void {
  const { status, body } = subject;
  if (status === undefined || status >= 300) return;
  const records = Array.isArray(body) ? body : [body];
  for (const record of records) {
    const id = Number(atPointer(record, '/id'));
    if (Number.isSafeInteger(id)) context.ledger.made(id, scenario);
  }
}

/** What stands in a scenario file is no secret, so a deliberately wrong password may be shown. */
function allowLiterals(context: RunContext, action: RequestAction): void {
  const values = [action.form, action.query, action.headers].flatMap((part) => Object.values(part ?? {}));
  for (const value of values) if (isLiteral(String(value))) context.redactor.harmless(String(value));
  if (action.auth !== undefined && isLiteral(action.auth)) context.redactor.harmless(`Bearer ${action.auth}`);
}
