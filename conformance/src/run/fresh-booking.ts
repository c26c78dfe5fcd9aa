import { randomInt } from 'node:crypto';
import type { OutgoingRequest, Pairs, StepPlace } from '../exchange/exchange.js';
import { BlockedStep, EnvironmentFault } from '../faults.js';
import { atPointer } from '../json/pointer.js';
import { pickPlainOption } from '../values/pick-option.js';
import { fillIn, type Scope } from '../values/scope.js';
import type { RunContext } from './context.js';
import { apiAddress, authHeaders } from './send-template.js';

const formType = 'application/x-www-form-urlencoded';

interface At {
  readonly scope: Scope;
  readonly place: StepPlace;
}

/** Gives ids of bookings that the receiver under test has not been told of. */
export function createFreshBookings(): (context: RunContext, at: At) => Promise<number> {
  let used = 0;
  return async (context, at) => {
    const source = context.profile.receiver?.booking_ids ?? 'made-up';
    if (source === 'made-up') return randomInt(1_000_000_000, 2_000_000_000);
    if (source === 'book') return bookThroughApi(context, at);
    const id = source[used];
    used += 1;
    if (id === undefined) throw new BlockedStep(`the profile lists only ${source.length} booking_ids`);
    return id;
  };
}

/** A real booking, for receivers that look every booking up before they accept its notice. */
async function bookThroughApi(context: RunContext, { scope, place }: At): Promise<number> {
  const headers = { accept: 'application/json', ...(await authHeaders(context, 'partner', scope)) };
  const ask = async (
    request: Pick<OutgoingRequest, 'method' | 'query' | 'form'>,
    path: string,
  ): Promise<unknown> => {
    const url = apiAddress(context, path);
    const sent = request.form === undefined ? headers : { ...headers, 'content-type': formType };
    const result = await context.send({ headers: sent, url, ...request }, { place });
    if (!result.answered) throw new EnvironmentFault(`no booking for the receiver: ${result.fault}`);
    if (result.answer.status < 300) return result.answer.body;
    throw new BlockedStep(`no booking for the receiver: ${path} answered ${result.answer.status}`);
  };
  const query: Pairs = [
    ['q', textOf(scope, 'search_q')],
    ['start_time', textOf(scope, 'start_time')],
    ['end_time', textOf(scope, 'end_time')],
  ];
  const option = pickPlainOption(await ask({ method: 'GET', query }, '/quotes'));
  if (option === undefined) throw new BlockedStep('no booking for the receiver: nothing is for sale');
  const quote: Pairs = [['quote_id', option.quote_id]];
  const preview = await ask({ method: 'POST', query: [], form: quote }, '/bookings/previews/');
  const form: Pairs = [
    ...quote,
    ['final_price', String(atPointer(preview, '/final_price/*'))],
    ['invoice', 'true'],
    ['customer_email', textOf(scope, 'customer_email')],
    ...Object.entries(context.profile.booking ?? {}).map(([name, value]) => [name, String(value)] as const),
  ];
  const booked = await ask({ method: 'POST', query: [], form }, '/bookings/');
  const id = Number(atPointer(booked, '/0/id') ?? atPointer(booked, '/id'));
  if (!Number.isSafeInteger(id)) throw new BlockedStep('no booking for the receiver: the answer has no id');
  context.ledger.made(id, place.scenario);
  return id;
}

function textOf(scope: Scope, name: string): string {
  return String(fillIn(`\${${name}}`, scope));
}
