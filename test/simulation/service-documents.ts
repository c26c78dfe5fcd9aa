import type { Documents } from '#service/base/documents.js';
import type { BookingDocument } from '#service/bookings/booking.js';
import { bookingCollection } from '#service/bookings/store.js';
import {
  type AttemptDocument,
  attemptCollection,
  type DeliveryDocument,
  deliveryCollection,
} from '#service/webhooks/deliveries/delivery.js';
import { type PartnerDocument, partnerCollection } from '#service/webhooks/partners/partner.js';
import { createRows, type Rows } from './rows.js';
import { type Carry, createSimulatedDocuments } from './simulated-documents.js';

/** What the database holds. */
export interface ServiceRows {
  readonly bookings: Rows<BookingDocument>;
  readonly partners: Rows<PartnerDocument>;
  readonly deliveries: Rows<DeliveryDocument>;
  readonly attempts: Rows<AttemptDocument>;
}

/** The database as one process reaches it. */
export interface ServiceDocuments {
  readonly bookings: Documents<BookingDocument>;
  readonly partners: Documents<PartnerDocument>;
  readonly deliveries: Documents<DeliveryDocument>;
  readonly attempts: Documents<AttemptDocument>;
}

export const createServiceRows = (): ServiceRows => ({
  bookings: createRows(bookingCollection.name),
  partners: createRows(partnerCollection.name),
  deliveries: createRows(deliveryCollection.name),
  attempts: createRows(attemptCollection.name),
});

export const documentsOver = (rows: ServiceRows, carry: Carry): ServiceDocuments => ({
  bookings: createSimulatedDocuments(rows.bookings, carry),
  partners: createSimulatedDocuments(rows.partners, carry),
  deliveries: createSimulatedDocuments(rows.deliveries, carry),
  attempts: createSimulatedDocuments(rows.attempts, carry),
});
