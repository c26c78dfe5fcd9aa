import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { defaultLocale, localeNamed } from '../../base/locale.js';
import { Problem } from '../../base/problem.js';
import type { RunContext } from '../../base/route.js';
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
  capabilities: text(2000),
});

export type BookingInput = Static<typeof bookingInput>;

/** Tells a repeat of a request from another request under the same key. */
const hashOf = (input: BookingInput): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(input).sort()))
    .digest('hex');

const idempotencyKeyOf = ({ headers }: Pick<RunContext, 'headers'>): string | undefined => {
  const key = headers('idempotency-key');
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Problem('request_parameter_invalid', { fields: ['Idempotency-Key'] });
  }
  return key;
};

/** A booking request in the words of the capability. */
export const bookRequest = (input: BookingInput, context: Pick<RunContext, 'headers'>): BookRequest => {
  const customerEmail = input.customer_email ?? input.email;
  const idempotencyKey = idempotencyKeyOf(context);
  const { customer_firstname, customer_lastname, plate_number, capabilities } = input;
  return {
    quoteId: input.quote_id,
    addOnIds: input.add_on_ids ?? [],
    finalPrice: input.final_price,
    isInvoice: input.invoice ?? false,
    wantsConfirmation: input.send_email_confirmation ?? false,
    locale: localeNamed(context.headers('x-language-locale') ?? '') ?? defaultLocale,
    requestHash: hashOf(input),
    ...(customerEmail !== undefined && { customerEmail }),
    ...(customer_firstname !== undefined && { customerFirstName: customer_firstname }),
    ...(customer_lastname !== undefined && { customerLastName: customer_lastname }),
    ...(capabilities !== undefined && { capabilities }),
    ...(plate_number !== undefined && { plateNumber: plate_number }),
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  };
};
