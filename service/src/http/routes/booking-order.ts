import { Problem } from '../../base/problem.js';
import type { BookingOrder, BookingSortKey } from '../../bookings/bookings.js';

const sortable: Readonly<Record<string, BookingSortKey>> = {
  start_time: 'start',
  end_time: 'end',
  purchased_at: 'purchasedAt',
  id: '_id',
};

const refuse = (): never => {
  throw new Problem('request_parameter_invalid', { fields: ['sort'] });
};

const readKey = (item: string): BookingOrder[number] => {
  const [name = '', direction = 'asc', ...more] = item.split(':');
  const key = Object.hasOwn(sortable, name) ? sortable[name] : undefined;
  if (key === undefined || more.length > 0) return refuse();
  if (direction === 'asc') return { key, direction: 1 };
  return direction === 'desc' ? { key, direction: -1 } : refuse();
};

/** Reads `start_time:desc id`. Throws for unknown names, and for a name given twice. */
export const readBookingOrder = (sort: string | undefined): BookingOrder => {
  const order = (sort ?? '')
    .split(' ')
    .filter((item) => item !== '')
    .map(readKey);
  return new Set(order.map(({ key }) => key)).size < order.length ? refuse() : order;
};
