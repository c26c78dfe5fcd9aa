import type { FaultLog } from '../../base/fault-log.js';
import type { BookingDocument } from '../../bookings/booking.js';

type Step = (booking: BookingDocument) => Promise<void>;

/** Takes a step for each booking; answers those for which it was done. A disk that is full fails for all of them, in one line. */
export const passOutboxes =
  (step: Step, faults: Pick<FaultLog, 'failed'>) =>
  async (bookings: readonly BookingDocument[]): Promise<readonly BookingDocument[]> => {
    const isDone = async (booking: BookingDocument): Promise<boolean> => {
      try {
        await step(booking);
        return true;
      } catch (error) {
        faults.failed(error, { booking: booking._id });
        return false;
      }
    };
    const done = await Promise.all(bookings.map(isDone));
    return bookings.filter((_, index) => done[index] === true);
  };
