import type { Accounts } from '../../accounts/accounts.js';
import type { CustomerId } from '../../base/ids.js';
import type { Money } from '../../base/money.js';
import type { AnyRoute } from '../../base/route.js';
import type { Bookings } from '../../bookings/bookings.js';
import type { Catalogue } from '../../catalogue/snapshot.js';
import type { OAuth } from '../../oauth/oauth.js';
import type { Quotes } from '../../quotes/quote.js';
import type { Representations } from '../representations/representations.js';
import { createAccountRoutes } from './accounts.js';
import { createBookingListRoutes } from './booking-lists.js';
import { createBookingRoutes } from './bookings.js';
import { createEventRoutes } from './events.js';
import { createLocationRoutes } from './locations.js';
import { createOAuthRoutes } from './oauth.js';
import { createQuoteRoutes } from './quotes.js';
import { createReviewRoutes } from './reviews.js';
import { createSellerRoutes } from './sellers.js';
import { withStats } from './stats-rows.js';
import { createTicketRoutes } from './tickets.js';
import { createVenueRoutes } from './venues.js';

interface ApiDependencies {
  readonly oauth: Pick<OAuth, 'token' | 'publicToken' | 'authorize'>;
  readonly quotes: Pick<Quotes, 'search'>;
  readonly bookings: Bookings;
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly accounts: Pick<Accounts, 'profile' | 'change' | 'signUp' | 'sendCode'>;
  readonly creditsOf: (customer: CustomerId) => Promise<readonly Money[]>;
  readonly representations: Representations;
}

/** Every row of the marketplace API; reading them is reading the API. */
export const createApiRows = (dependencies: ApiDependencies): readonly AnyRoute[] =>
  withStats([
    ...createOAuthRoutes(dependencies),
    ...createQuoteRoutes(dependencies),
    ...createBookingRoutes(dependencies),
    ...createAccountRoutes(dependencies),
    ...createBookingListRoutes(dependencies),
    ...createTicketRoutes(dependencies),
    ...createVenueRoutes(dependencies),
    ...createEventRoutes(dependencies),
    ...createLocationRoutes(dependencies),
    ...createReviewRoutes(dependencies),
    ...createSellerRoutes(dependencies),
  ]);
