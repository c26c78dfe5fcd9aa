import type { BookingId, PartnerId } from '../../base/ids.js';
import type { NoticeKind } from '../../bookings/booking.js';
import type { TestBookings } from '../../bookings/test-bookings.js';
import type { PartnerEndpoint } from '../partners/partner.js';
import type { TrialBookings } from './steps.js';

/** The kinds of notices that an endpoint takes, the create first. */
export const kindsOf = ({ createPath, cancelPath }: PartnerEndpoint): readonly NoticeKind[] => [
  ...(createPath === null ? [] : (['create'] as const)),
  ...(cancelPath === null ? [] : (['cancel'] as const)),
];

export interface OpenTrialBookings {
  readonly ids: TrialBookings;
  readonly makeLate: () => Promise<void>;
  /** Cancels all that were made; again is harmless. */
  readonly cancel: () => Promise<void>;
}

/** The bookings of one test; all but the late one are there. */
export const openTrialBookings = async (
  bookings: TestBookings,
  partner: PartnerId,
): Promise<OpenTrialBookings> => {
  const made = async (): Promise<BookingId> => {
    const id = await bookings.nextId();
    await bookings.make(partner, id);
    return id;
  };
  const ids: TrialBookings = {
    plain: await made(),
    wrong: await made(),
    missing: await made(),
    crowded: await made(),
    late: await bookings.nextId(),
  };
  return {
    ids,
    makeLate: () => bookings.make(partner, ids.late),
    cancel: async () => {
      await Promise.all(Object.values(ids).map((id: BookingId) => bookings.cancel(id)));
    },
  };
};
