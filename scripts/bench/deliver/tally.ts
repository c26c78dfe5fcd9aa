import type { PartnerId } from '#service/base/ids.js';
import type { Settlement } from '#service/webhooks/deliveries/delivery-store.js';

/** Counts the deliveries that were written down as delivered. */
export const createTally = () => {
  let total = 0;
  let left = 0;
  let wanted: PartnerId | undefined;
  let tell: () => void = () => undefined;
  return {
    total: () => total,
    /** Resolves when so many more of that partner's are written down. */
    expect: (partner: PartnerId, count: number): Promise<void> => {
      wanted = partner;
      left = count;
      return new Promise((resolve) => {
        tell = resolve;
      });
    },
    count: (settlements: readonly Settlement[]): void => {
      for (const { st, delivery } of settlements) {
        if (st !== 'delivered') continue;
        total += 1;
        if (delivery.partner === wanted) left -= 1;
      }
      if (left <= 0) tell();
    },
  };
};
