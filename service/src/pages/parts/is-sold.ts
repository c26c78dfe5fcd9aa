import type { Location } from '../../catalogue/location.js';

/** Whether anything here is sold by us at all, whatever the time. */
export const isSold = ({ options }: Pick<Location, 'options'>): boolean =>
  options.some(({ sale, capacity }) => sale !== 'none' && capacity > 0);
