const epoch = Date.UTC(2020, 0, 1);

/**
 * The smallest booking id to hand out at an instant (epoch ms): hundredths of a second since 2020. An emptied or
 * restored database so reuses no id; partners would answer a reused one `duplicate_request`, and the notice is lost.
 */
export const bookingIdFloor = (now: number): number => Math.max(Math.floor((now - epoch) / 10), 1);
