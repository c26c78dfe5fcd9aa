export {
  type KoaAdapterOptions,
  type KoaContext,
  type KoaMiddleware,
  toKoaMiddleware,
} from './adapters/koa.js';
export { type NodeAdapterOptions, type NodeHandler, toNodeHandler } from './adapters/node.js';
export {
  type BookExtras,
  type BookingClient,
  type BookingClientOptions,
  type BookingRequest,
  type CallExtras,
  createBookingClient,
  type PreviewRequest,
  type QuoteSearch,
  type ReadExtras,
} from './client/client.js';
export { embedded } from './client/embedded.js';
export {
  type ApiError,
  BookingClientError,
  NotFoundError,
  RejectedError,
  TimeoutError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedAnswerError,
} from './client/errors.js';
export type {
  Booking,
  Customer,
  Location,
  Money,
  ParkingPass,
  PassValidation,
  PricePreview,
  PurchaseOption,
  Quote,
} from './client/records.js';
export { type Clock, systemClock } from './clock.js';
export type {
  Admission,
  NoticeRequest,
  NoticeRequestHead,
  ReceivedBody,
  Receiver,
} from './receiver/admission.js';
export type { Answer, DuplicateAnswer } from './receiver/answer.js';
export { NoBookingClientError } from './receiver/handler-run.js';
export { NoticeAbortedError } from './receiver/lease.js';
export type {
  BookingNotice,
  CancelNotice,
  CreateNotice,
  NoticeHandler,
  RequestHeaders,
} from './receiver/notice.js';
export { type ReceiverAuth, type ReceiverOptions, ReceiverOptionsError } from './receiver/options.js';
export type { BodyFault, NoticeOutcome, Outcome, ReceiverEvent, RefusalOutcome } from './receiver/outcome.js';
export { createReceiver } from './receiver/receiver.js';
export { createMemoryStore, MemoryStoreFullError, type MemoryStoreOptions } from './stores/memory.js';
export { createSqlStore, type SqlQuery, type SqlStore, type SqlStoreOptions } from './stores/sql.js';
export type { Claim, Held, NoticeKey, NoticeKind, NoticeStore } from './stores/store.js';
