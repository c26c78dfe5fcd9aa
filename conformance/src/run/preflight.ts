import type { Answer } from '../exchange/exchange.js';
import { EnvironmentFault } from '../faults.js';
import type { RunContext } from './context.js';
import { apiAddress } from './send-template.js';

const place = { scenario: 'set up', step: 'is the API there' };

/**
 * Finds out whether something that could be the API answers, before any clause is judged by it.
 *
 * @throws EnvironmentFault in words a person can act on.
 */
export async function preflight(context: RunContext): Promise<void> {
  const url = apiAddress(context, '/venues');
  const request = {
    method: 'GET',
    url,
    query: [['per_page', '1'] as const],
    headers: { accept: 'application/json' },
  };
  const result = await context.send(request, { place });
  if (!result.answered) throw new EnvironmentFault(`${url} cannot be reached: ${result.fault}`);
  const fault = strangeness(result.answer);
  if (fault !== undefined) throw new EnvironmentFault(`${url} ${fault}`);
  for (const name of ['client', 'user'] as const) {
    if (context.profile[name] !== undefined) await context.identities.get(name);
  }
}

function strangeness({ status, headers, text, body }: Answer): string | undefined {
  if (status >= 502 && status <= 504) return `answers ${status}: the deployment is not available`;
  if (status >= 300 && status < 400) {
    return `redirects to ${headers['location'] ?? 'somewhere'}; redirects are not followed, so give the final address`;
  }
  const isHtml = /^\s*</.test(text) || (headers['content-type'] ?? '').includes('text/html');
  if (isHtml) return 'answers HTML: is the base URL the address of the API?';
  if (body === undefined && text !== '') return 'answers something that is no JSON: is the base URL right?';
  return undefined;
}
