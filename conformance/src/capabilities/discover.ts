import type { Pairs } from '../exchange/exchange.js';
import { EnvironmentFault } from '../faults.js';
import { atPointer } from '../json/pointer.js';
import type { SearchProfile } from '../profile/profile.js';
import type { RunContext } from '../run/context.js';
import { authHeaders } from '../run/send-template.js';
import { pickPlainOption, pickSizedOption } from '../values/pick-option.js';
import type { CapabilityResult } from './result.js';

const dayMs = 86_400_000;
const venuesTried = 3;

/**
 * Looks for an option that can be booked: where the profile says, else around the first venues the deployment lists.
 *
 * @throws EnvironmentFault when the deployment cannot be asked.
 */
export async function discover(context: RunContext, kind: 'plain' | 'sized'): Promise<CapabilityResult> {
  if (context.root === undefined) return none('no base_url was given');
  const search = context.profile.search ?? {};
  const times = windowOf(search, context.clock.now());
  const places = await searchPlaces(context, search);
  for (const q of places) {
    const quotes = await ask(context, '/quotes', [['q', q], ...Object.entries(times), ...extra(search)]);
    const option = kind === 'plain' ? pickPlainOption(quotes) : pickSizedOption(quotes);
    if (option !== undefined) {
      const { location_id } = option;
      const more = { customer_email: customerEmail, booking_fields: context.profile.booking ?? {} };
      return {
        ok: true,
        values: { search_q: q, location_id, search_query: search.query ?? {}, ...times, ...more },
      };
    }
  }
  if (places.length === 0)
    return none('nothing says where to search: give --near LAT,LON or the profile a search');
  const what = kind === 'plain' ? 'nothing that can be booked' : 'nothing that asks for a vehicle size';
  return none(
    `${what} was found for ${places.join(' or ')} from ${times.start_time}; the profile's search can say better`,
  );
}

/** A reserved domain: whatever a deployment mails there reaches nobody. */
const customerEmail = 'conformance@example.com';

function none(reason: string): CapabilityResult {
  return { ok: false, outcome: 'not verified', reason };
}

function extra(search: SearchProfile): Pairs {
  return Object.entries(search.query ?? {}).map(([name, value]) => [name, String(value)] as const);
}

async function searchPlaces(context: RunContext, search: SearchProfile): Promise<readonly string[]> {
  if (search.q !== undefined) return [search.q];
  if (search.near !== undefined)
    return [`coordinates:${search.near.join(',')} distance:${search.miles ?? 3}`];
  const venues = await ask(context, '/venues', [['per_page', String(venuesTried)]]);
  const ids = Array.isArray(venues) ? venues.map((venue) => atPointer(venue, '/id')) : [];
  return ids.slice(0, venuesTried).map((id) => `venue_id:${String(id)}`);
}

async function ask(context: RunContext, path: string, query: Pairs): Promise<unknown> {
  const partner = await context.identities.get('partner');
  const auth = await authHeaders(context, partner.ok ? 'partner' : 'none', new Map());
  const request = {
    method: 'GET',
    url: `${context.root}/v4${path}`,
    query,
    headers: { accept: 'application/json', ...auth },
  };
  const result = await context.send(request, {
    place: { scenario: 'set up', step: 'find something to book' },
  });
  if (!result.answered) throw new EnvironmentFault(`${path} cannot be asked: ${result.fault}`);
  return result.answer.body;
}

/** Local times without a zone, as requests have them: whole hours, some days ahead, in daylight. */
function windowOf(
  search: SearchProfile,
  nowMs: number,
): { readonly start_time: string; readonly end_time: string } {
  const { days_ahead: days = 7, hours = 3 } = search;
  const start = new Date(nowMs + days * dayMs);
  start.setUTCHours(10, 0, 0, 0);
  const end = new Date(start.getTime() + hours * 3_600_000);
  const local = (time: Date): string => time.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length);
  return { start_time: search.start_time ?? local(start), end_time: search.end_time ?? local(end) };
}
