import { isIdentityName } from '../capabilities/identities.js';
import { buildRequest, type RequestParts } from '../exchange/build.js';
import type { StepPlace } from '../exchange/exchange.js';
import type { SendResult } from '../exchange/send.js';
import { BlockedStep } from '../faults.js';
import type { RequestTemplate } from '../profile/profile.js';
import { fillInText, type Scope } from '../values/scope.js';
import type { RunContext } from './context.js';

export interface TemplateCall {
  readonly template: RequestTemplate;
  readonly scope: Scope;
  readonly place: StepPlace;
}

/** Sends a request of the profile's owner: to a whole address, or to a path of the API. */
export async function sendTemplate(context: RunContext, call: TemplateCall): Promise<SendResult> {
  const { template, scope, place } = call;
  const url =
    template.url === undefined
      ? apiAddress(context, fillInText(template.path ?? '/', scope))
      : fillInText(template.url, scope);
  const auth = await authHeaders(context, template.auth, scope);
  return context.send(buildRequest(url, withHeaders(template, auth), scope), { place });
}

/**
 * Address of a path of the API.
 *
 * @throws BlockedStep when the run has no API.
 */
export function apiAddress(context: RunContext, path: string): string {
  if (context.root === undefined) throw new BlockedStep('no base_url was given');
  return `${context.root}/v4${path}`;
}

/** The bearer header of an identity, or of a token given as an expression. */
export async function authHeaders(
  context: RunContext,
  auth: string | undefined,
  scope: Scope,
): Promise<Readonly<Record<string, string>>> {
  if (auth === undefined || auth === 'none') return {};
  if (!isIdentityName(auth)) return { authorization: `Bearer ${fillInText(auth, scope)}` };
  const identity = await context.identities.get(auth);
  if (!identity.ok) throw new BlockedStep(identity.reason);
  return { authorization: `Bearer ${identity.token}` };
}

/** The parts with headers added; the parts' own win. */
export function withHeaders(parts: RequestParts, headers: Readonly<Record<string, string>>): RequestParts {
  return { ...parts, headers: { ...headers, ...(parts.headers ?? {}) } };
}
