import assert from 'node:assert/strict';
import { at } from '../http/read.js';
import type { Stage } from '../http/stage.js';

export const passEmail = 'grace.hopper@example.com';

/** Books two hours in Lakeside Garage for a partner's customer; answers the booking as the API shows it. */
export const bookPass = async ({ server, tokens }: Stage): Promise<unknown> => {
  const { body } = await server.send(
    '/v4/quotes?q=location_id:101&start_time=2026-11-22T10:00&end_time=2026-11-22T12:00',
  );
  const form = {
    quote_id: String(at(body, 0, 'purchase_options', 0, 'id')),
    final_price: '9.00',
    invoice: 'true',
    customer_email: passEmail,
    customer_firstname: 'Grace',
    customer_lastname: 'Hopper',
    plate_number: 'XYZ 987',
    fields: ':default,booking:parking_pass_web_url,booking:authorization_code',
  };
  const made = await server.send('/v4/bookings', { method: 'POST', form, token: tokens.partner });
  assert.equal(made.status, 201);
  return at(made.body, 0);
};

/** The path of the pass's page, as the booking gives it. */
export const passPathOf = ({ server }: Stage, booking: unknown): string =>
  String(at(booking, 'parking_pass_web_url')).replace(server.url, '');
