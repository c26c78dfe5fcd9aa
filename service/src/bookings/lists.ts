import { type Caller, hasScope } from '../base/caller.js';
import type { PartnerId } from '../base/ids.js';
import { Problem } from '../base/problem.js';
import type { BookingDocument } from './booking.js';
import type { BookingList, BookingOrder, Bookings, BookingView, PartnerBookingsRequest } from './bookings.js';
import type { BookingStore, PartnerChanges, Slice } from './store.js';

const newestFirst: BookingOrder = [{ key: 'purchasedAt', direction: -1 }];

const changeBy = { created: 'bookedAt', cancelled: 'cancelledAt' } as const;

/** Whose list a caller may see: a partner its own, `internal` that of the partner it names. */
const partnerOf = (caller: Caller, named: PartnerId | undefined): PartnerId => {
  if (caller.kind === 'anonymous') throw new Problem('token_missing');
  const isInternal = hasScope(caller, 'internal');
  const partner = isInternal ? (named ?? caller.partner) : caller.partner;
  if (partner === undefined && isInternal)
    throw new Problem('request_parameter_invalid', { fields: ['partner_id'] });
  if (partner === undefined) throw new Problem('token_insufficient');
  if (named !== undefined && named !== partner) throw new Problem('customer_unauthorized_api_key');
  return partner;
};

const listOf = async (
  count: Promise<number>,
  read: (slice: Slice) => Promise<readonly BookingView[]>,
): Promise<BookingList> => ({
  total: await count,
  page: async (from, to) => (to > from ? read({ skip: from, limit: to - from }) : []),
});

interface ListDependencies {
  readonly store: Pick<BookingStore, 'countOfCustomer' | 'ofCustomer' | 'countOfPartner' | 'ofPartner'>;
  /** As its owner sees it. */
  readonly viewOf: (booking: BookingDocument) => Promise<BookingView>;
}

type Lists = Pick<Bookings, 'listOfCustomer' | 'listOfPartner'>;

/** The two lists, each read from the store a page at a time. */
export const createLists = ({ store, viewOf }: ListDependencies): Lists => ({
  listOfCustomer: async (caller, order = []) => {
    if (caller.kind === 'anonymous') throw new Problem('token_missing');
    if (caller.kind !== 'user') throw new Problem('token_insufficient');
    const { customer } = caller;
    const asked = order.length > 0 ? order : newestFirst;
    return listOf(store.countOfCustomer(customer), async (slice) =>
      Promise.all((await store.ofCustomer(customer, asked, slice)).map(viewOf)),
    );
  },
  listOfPartner: async (caller, request: PartnerBookingsRequest = {}) => {
    const { kind, since = 0 } = request;
    const by = kind === undefined ? 'updatedAt' : changeBy[kind];
    const changes: PartnerChanges = { partner: partnerOf(caller, request.partner), by, since };
    return listOf(store.countOfPartner(changes), async (slice) =>
      Promise.all((await store.ofPartner(changes, slice)).map(viewOf)),
    );
  },
});
