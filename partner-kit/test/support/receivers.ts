import {
  type BookingNotice,
  createMemoryStore,
  createReceiver,
  type NoticeRequest,
  type NoticeStore,
  type Receiver,
  type ReceiverEvent,
  type ReceiverOptions,
} from '../../src/index.js';
import { createFakeClock, type FakeClock } from './fake-clock.js';

export const headerKey = 'X-Partner-Key';
export const headerValue = 'open sesame';

/** A receiver on a fake clock that notes what happens to it. */
export interface Stage {
  readonly receiver: Receiver;
  readonly clock: FakeClock;
  readonly store: NoticeStore;
  readonly handled: BookingNotice[];
  readonly events: ReceiverEvent[];
}

export const createStage = (options: Partial<ReceiverOptions> = {}): Stage => {
  const clock = createFakeClock();
  const store = options.store ?? createMemoryStore({ clock });
  const handled: BookingNotice[] = [];
  const events: ReceiverEvent[] = [];
  const note = (notice: BookingNotice): void => {
    handled.push(notice);
  };
  const receiver = createReceiver({
    auth: { headerKey, headerValue },
    store,
    onCreate: note,
    onCancel: note,
    clock,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return { receiver, clock, store, handled, events };
};

export const bytesOf = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

export const createNotice = (id: unknown = 42, changes: Partial<NoticeRequest> = {}): NoticeRequest => ({
  method: 'POST',
  path: '/bookings/create',
  headers: { 'x-partner-key': headerValue, 'content-type': 'application/json' },
  body: bytesOf({ id }),
  ...changes,
});

export const cancelNotice = (id: unknown = 42, changes: Partial<NoticeRequest> = {}): NoticeRequest =>
  createNotice(id, { path: '/bookings/cancel', ...changes });

/** A promise and its ends. */
export interface Gate {
  readonly passed: Promise<void>;
  readonly open: () => void;
  readonly fail: (error: Error) => void;
}

export const createGate = (): Gate => {
  let open = (): void => {};
  let fail = (_error: Error): void => {};
  const passed = new Promise<void>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { passed, open, fail };
};
