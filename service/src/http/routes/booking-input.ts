import { type Static, Type } from 'typebox';
import type { BookRequest } from '../../bookings/bookings.js';

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

const quoteParts = {
  quote_id: Type.String({ maxLength: 2000 }),
  add_on_ids: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 50 })),
};

export const previewInput = Type.Object(quoteParts);

export const bookingInput = Type.Object({
  ...quoteParts,
  final_price: Type.String({ pattern: '^\\s*-?\\d{1,12}(\\.\\d{0,12})?\\s*$' }),
  customer_email: text(320),
  /** What some clients send in place of `customer_email`. */
  email: text(320),
  customer_firstname: text(200),
  customer_lastname: text(200),
  invoice: Type.Optional(Type.Boolean()),
  send_email_confirmation: Type.Optional(Type.Boolean()),
  plate_number: text(20),
});

export type BookingInput = Static<typeof bookingInput>;

/** A booking request in the words of the capability. */
export const bookRequest = (
  input: BookingInput,
  idempotencyKey: string | undefined,
  requestHash: string,
): BookRequest => {
  const customerEmail = input.customer_email ?? input.email;
  const { customer_firstname, customer_lastname, plate_number } = input;
  return {
    quoteId: input.quote_id,
    addOnIds: input.add_on_ids ?? [],
    finalPrice: input.final_price,
    isInvoice: input.invoice ?? false,
    requestHash,
    ...(customerEmail !== undefined && { customerEmail }),
    ...(customer_firstname !== undefined && { customerFirstName: customer_firstname }),
    ...(customer_lastname !== undefined && { customerLastName: customer_lastname }),
    ...(plate_number !== undefined && { plateNumber: plate_number }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
};
