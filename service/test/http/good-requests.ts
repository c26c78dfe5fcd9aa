import { aLocation, anOption, aRatePlan, aReview } from '../catalogue/builders.js';
import type { Sent } from './harness.js';
import { at } from './read.js';
import { type Stage, userEmail } from './stage.js';

/** A request that its row takes, for whoever may call it. `path` is below the version. */
export interface GoodRequest {
  readonly path: string;
  readonly form?: Readonly<Record<string, string>>;
  /** Whose token it wants; none where anybody may ask. */
  readonly as?: keyof Stage['tokens'];
}

/** A location that sells one space for 8.00 and one for nothing. */
export const goodContent = {
  ratePlans: [
    aRatePlan(),
    aRatePlan({
      id: 'free',
      duration: { tiers: [{ upToMinutes: 1440, priceMinor: 0 }] },
      cancellation: { kind: 'until_start' },
    }),
  ],
  locations: [
    aLocation({
      options: [
        anOption({ capacity: 1000 }),
        anOption({ key: 'free', ratePlan: 'free', pool: 'free', capacity: 1000 }),
      ],
    }),
  ],
  reviews: [aReview()],
} as const;

export const goodTimes = 'start_time=2026-11-22T10:00&end_time=2026-11-22T12:00';

const guest = { customer_email: 'guest@example.com', customer_firstname: 'Grace', customer_lastname: 'H' };

export interface Counter {
  /** The id of a purchase option at that price. */
  readonly quoteAt: (price: '8.00' | '0.00') => Promise<string>;
  /** The id of a booking just made with that token. */
  readonly booked: (as: keyof Stage['tokens']) => Promise<string>;
}

export const createCounter = ({ server, tokens }: Stage): Counter => {
  const quoteAt: Counter['quoteAt'] = async (price) => {
    const { body } = await server.send(`/v4/quotes?q=location_id:101&${goodTimes}`);
    const options = at(body, 0, 'purchase_options');
    const wanted = Array.isArray(options)
      ? options.find((each) => at(each, 'price', 'USD') === price)
      : undefined;
    return String(at(wanted, 'id'));
  };
  return {
    quoteAt,
    booked: async (as) => {
      const form = { quote_id: await quoteAt('0.00'), final_price: '0', ...guest };
      const { body } = await server.send('/v4/bookings', { method: 'POST', form, token: tokens[as] });
      return String(at(body, 0, 'id'));
    },
  };
};

export type MakeGood = (counter: Counter, stage: Stage) => GoodRequest | Promise<GoodRequest>;

const at101: MakeGood = () => ({ path: '/locations/101' });

/** One that no code was sent to a moment ago. */
let addressesMade = 0;
const anAddress = (): string => {
  addressesMade += 1;
  return `driver-${addressesMade}@example.com`;
};

/** One request per operation that succeeds; what is booked or asked for is made first. */
const goodRequests: Readonly<Record<string, MakeGood>> = {
  'token.issue': (_counter, { client }) => ({
    path: '/oauth/token',
    form: { grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret },
  }),
  'token.issue_public': (_counter, { client }) => ({
    path: '/oauth/public_token',
    form: { client_id: client.id },
  }),
  'code.issue': (_counter, { client }) => ({
    path: '/oauth/authorize',
    form: {
      response_type: 'code',
      client_id: client.id,
      client_secret: client.secret,
      customer_email: userEmail,
    },
  }),
  'quote.search': () => ({ path: `/quotes?q=location_id:101&${goodTimes}` }),
  'booking.preview': async ({ quoteAt }) => ({
    path: '/bookings/previews',
    form: { quote_id: await quoteAt('8.00') },
  }),
  'booking.create': async ({ quoteAt }) => ({
    path: '/bookings',
    form: { quote_id: await quoteAt('0.00'), final_price: '0', ...guest },
  }),
  'booking.list': () => ({ path: '/bookings', as: 'user' }),
  'booking.listOfPartner': async ({ booked }) => {
    await booked('partner');
    return { path: '/partner/bookings', as: 'partner' };
  },
  'booking.tickets': async ({ booked }) => ({
    path: `/bookings/${await booked('user')}/tickets`,
    as: 'user',
  }),
  'booking.get': async ({ booked }) => ({ path: `/bookings/${await booked('user')}`, as: 'user' }),
  'booking.cancel': async ({ booked }) => ({ path: `/bookings/${await booked('user')}`, as: 'user' }),
  'account.get': () => ({ path: '/accounts/me', as: 'user' }),
  'account.change': () => ({ path: '/accounts/me', form: { first_name: 'Augusta' }, as: 'user' }),
  'account.create': () => ({ path: '/account', form: { passwordless: 'true', email: anAddress() } }),
  'account.sendCode': () => ({ path: '/account_verification_codes', form: { email: anAddress() } }),
  'venue.list': () => ({ path: '/venues' }),
  'venue.get': () => ({ path: '/venues/501' }),
  'event.listOfVenue': () => ({ path: '/venues/501/events' }),
  'event.list': () => ({ path: '/events' }),
  'event.get': () => ({ path: '/events/9001' }),
  'location.get': at101,
  'location.list': () => ({ path: '/locations?q=coordinates:41.8858,-87.6229', as: 'data' }),
  'review.listOfLocation': () => ({ path: '/locations/101/reviews' }),
  'seller.get': () => ({ path: '/sellers/1' }),
};

const countForm = { result_format: 'stats', fields: 'count' } as const;

/** How the good request of a row is made; a list is counted by POST with the parameters of the list (decision 16). */
export const goodRequestFor = (operation: string): MakeGood => {
  const listed = operation.replace(/\.count$/, '');
  const make = Object.hasOwn(goodRequests, listed) ? goodRequests[listed] : undefined;
  if (make === undefined) throw new Error(`no good request of ${operation}: add one to good-requests.ts`);
  if (listed === operation) return make;
  return async (counter, stage) => ({ ...(await make(counter, stage)), form: countForm });
};

/** The good request of a row as the server is sent it. Throws for a row that has none. */
export const goodRequestOf = async (
  operation: string,
  stage: Stage,
): Promise<GoodRequest & { readonly sent: Omit<Sent, 'method'> }> => {
  const good = await goodRequestFor(operation)(createCounter(stage), stage);
  return {
    ...good,
    sent: {
      ...(good.form !== undefined && { form: good.form }),
      ...(good.as !== undefined && { token: stage.tokens[good.as] }),
    },
  };
};
