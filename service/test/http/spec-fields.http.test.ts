import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addOnId, eventId, locationId, venueId } from '../../src/base/ids.js';
import { amenityKeys } from '../../src/catalogue/location.js';
import { aLocation, anEvent, anOption, aRatePlan, aVenue, someValidation } from '../catalogue/builders.js';
import { goodTimes } from './good-requests.js';
import type { Received } from './harness.js';
import { assertForms, formFaults } from './kinds.js';
import { at, codeOf, fieldsOf } from './read.js';
import { openStage, type Stage } from './stage.js';

const large = addOnId('6f6f0d3e-8f5c-4f4e-9a3b-3a0d8b1f7c01');
const wash = addOnId('6f6f0d3e-8f5c-4f4e-9a3b-3a0d8b1f7c02');
const icon = { position: 1, url: '/icons/suv.svg', width: 64, height: 64 };

/** A catalogue that has something for every field of the spec. */
const content = {
  ratePlans: [
    aRatePlan({
      duration: { tiers: [{ upToMinutes: 1440, priceMinor: 900 }] },
      event: { priceMinor: 1500, opensMinutesBefore: 60, closesMinutesAfter: 60 },
      fees: [{ type: 'convenience_fee', label: 'Service Fee', amountMinor: 99, description: 'Ours' }],
      taxes: [{ label: 'City', basisPoints: 1000, isIncluded: false }],
      vehicleSizes: [
        {
          id: large,
          name: 'Oversize',
          priceMinor: 300,
          items: ['coupe', 'sedan', 'hatchback', 'wagon', 'crossover', 'minivan', 'suv', 'truck/van'],
          isAvailable: true,
          icon,
        },
      ],
      generalAddOns: [
        { id: wash, name: 'Wash', description: 'By hand', priceMinor: 700, isAvailable: true, icon },
      ],
    }),
  ],
  locations: [
    aLocation({
      address: { ...aLocation().address, address2: 'Level 2' },
      options: [anOption()],
      amenities: ['indoor'],
      disclaimers: ['No trailers.'],
      entrances: [{ ...aLocation().coordinates, maxHeightInches: 80 }],
      validation: someValidation({ requiresLicensePlate: true }),
      phone: '+13125550100',
    }),
    aLocation({ id: locationId(102), type: 'on_street' }),
  ],
  venues: [
    aVenue({ address: { ...aVenue().address, address2: 'Gate 1' } }),
    aVenue({ id: venueId(502), enhancedAirport: true }),
  ],
  events: [anEvent({ partnerEventId: 'p-1' }), anEvent({ id: eventId(9002), timesTbd: true })],
};

const self = '_links self href';

describe('an answer', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ content });
  });
  after(() => stage.close());

  const get = async (path: string, token?: string): Promise<unknown> => {
    const { status, body, text } = await stage.server.send(
      `/v4${path}`,
      token === undefined ? {} : { token },
    );
    assert.equal(status, 200, text);
    return body;
  };
  const post = (path: string, form: Readonly<Record<string, string>>, token?: string): Promise<Received> =>
    stage.server.send(`/v4${path}`, { method: 'POST', form, ...(token !== undefined && { token }) });
  const quote = async (more = ''): Promise<unknown> =>
    at(await get(`/quotes?q=location_id:101&${goodTimes}${more}`), 0);
  const order = async (): Promise<Readonly<Record<string, string>>> => ({
    quote_id: String(at(await quote(), 'purchase_options', 0, 'id')),
    add_on_ids: `${large},${wash}`,
  });
  const book = async (more: Readonly<Record<string, string>> = {}): Promise<unknown> => {
    const guest = {
      customer_email: 'grace@example.com',
      customer_firstname: 'Grace',
      customer_lastname: 'H',
    };
    const form = {
      ...(await order()),
      final_price: '20.89',
      invoice: 'true',
      plate_number: 'ABC123',
      ...guest,
      ...more,
    };
    const { status, body, text } = await post('/bookings', form, stage.tokens.partner);
    assert.equal(status, 201, text);
    return at(body, 0);
  };

  it('shows what the spec names of a price preview', async () => {
    const { body } = await post('/bookings/previews/', await order());
    assertForms(body, {
      user_credit_amount: 'money',
      quote_price: 'money',
      subtotal: 'money',
      final_price: 'money',
      coupon_amount: 'money',
    });
  });

  it('shows what the spec names of a purchase option', async () => {
    assertForms(at(await quote(), 'purchase_options', 0), {
      id: 'text',
      price: 'money',
      base_price: 'money',
      'fees 0 price': 'money',
      display: 'object',
      cancellable_status: 'object',
      'add_ons vehicle_size options': 'array',
      'add_ons general options': 'array',
    });
  });

  it('shows what the spec names of add-ons', async () => {
    const addOns = at(await quote(), 'purchase_options', 0, 'add_ons');
    assertForms(addOns, {
      'vehicle_size required': 'boolean',
      'vehicle_size options 0 id': 'uuid',
      'vehicle_size options 0 name': 'text',
      'vehicle_size options 0 start_time': 'time',
      'vehicle_size options 0 end_time': 'time',
      'vehicle_size options 0 price': 'money',
      'vehicle_size options 0 availability status': 'text',
      'vehicle_size options 0 items': 'texts',
      'vehicle_size options 0 icon position': 'integer',
      'vehicle_size options 0 icon sizes original URL': 'address',
      'vehicle_size options 0 icon sizes original width': 'integer',
      'vehicle_size options 0 icon sizes original height': 'integer',
      'general required': 'boolean',
      'general options 0 description': 'text',
      'general options 0 start_time': 'time',
      'general options 0 end_time': 'time',
    });
    assert.equal(at(addOns, 'general', 'options', 0, 'items'), undefined);
    assert.equal(at(addOns, 'vehicle_size', 'options', 0, 'availability', 'status'), 'available');
  });

  it('shows what the spec names of a booking', async () => {
    const booking = await book();
    assertForms(booking, {
      id: 'integer',
      customer_id: 'integer',
      start_time: 'time',
      end_time: 'time',
      price_paid: 'money',
      full_price: 'money',
      purchased_at: 'time',
      type: 'text',
      cancellable: 'boolean',
      times_tbd: 'boolean',
      '_embedded svc:location': 'object',
      '_embedded svc:parking_pass': 'object',
      '_embedded svc:customer': 'object',
      '_embedded svc:add_ons 0': 'object',
      '_embedded svc:add_ons 1': 'object',
      [self]: 'address',
      '_links svc:location href': 'address',
      '_links curies': 'array',
    });
    assert.equal(at(booking, 'type'), 'transient_booking');
  });

  it('shows what the spec names of a parking pass', async () => {
    const pass = at(await book(), '_embedded', 'svc:parking_pass');
    assertForms(pass, {
      id: 'integer',
      status: 'text',
      active: 'boolean',
      start_time: 'time',
      end_time: 'time',
      pass_type: 'text',
      'amenities 0 name': 'text',
      'amenities 0 description': 'any text',
      'amenities 0 key': 'any text',
      'amenities 0 enabled': 'boolean',
      'amenities 0 visible': 'boolean',
      seller_id: 'integer',
      disclaimers: 'text',
      price_paid: 'money',
      full_price: 'money',
      'validation display_message': 'text',
      'validation require_license_plate': 'boolean',
      'validation require_printout': 'boolean',
      'validation steps 0 instructions': 'text',
      'validation steps 0 icon path': 'address',
      'validation scan_code code': 'text',
      'validation scan_code format': 'text',
      'validation scan_code qr_error_correction_level': 'text',
      reseller_pass: 'boolean',
      '_embedded svc:location': 'object',
      '_embedded svc:seller': 'object',
      '_embedded svc:partner': 'object',
      '_embedded svc:add_ons': 'array',
    });
    assert.equal(at(pass, 'status'), 'active');
    assert.equal(at(pass, 'validation', 'scan_code', 'format'), 'QR');
    const display = Object.entries(Object(at(pass, 'validation', 'display')));
    assert.deepEqual(
      display.map(([key]) => key),
      [
        'pass_number',
        'scan_code',
        'license_plate',
        'full_price',
        'pricing_codes',
        'gate_button',
        'print_instructions',
      ],
    );
    assert.ok(display.every(([, value]) => value === 'required' || value === 'hidden'));
  });

  it('shows what the spec names of a customer', async () => {
    const customer = at(await book(), '_embedded', 'svc:customer');
    assertForms(customer, { email: 'text', first_name: 'text', last_name: 'text', _links: 'object' });
    assert.equal(at(customer, 'first_name'), 'Grace');
  });

  it('shows what the spec names of an event', async () => {
    const event = await get('/events/9001?fields=:default,site_url');
    assertForms(event, {
      id: 'integer',
      name: 'text',
      venue_id: 'integer',
      start_time: 'time',
      end_time: 'time',
      site_url: 'path',
      times_tbd: 'boolean',
      partner_event_id: 'text',
      [self]: 'address',
      '_links svc:venue href': 'address',
      '_links svc:quotes href': 'address',
    });
    assert.equal(at(await get('/events/9002'), 'times_tbd'), true);
  });

  it('shows what the spec names of a venue', async () => {
    const fields =
      'id,name,address1,address2,city,state,postal_code,country,timezone,site_url,enhanced_airport';
    const venue = await get(`/venues/501?fields=${fields}`);
    assertForms(venue, {
      id: 'integer',
      name: 'text',
      address1: 'text',
      address2: 'text',
      city: 'text',
      state: 'text',
      postal_code: 'digits',
      country: 'text',
      timezone: 'text',
      site_url: 'path',
      enhanced_airport: 'boolean',
      [self]: 'address',
      '_links svc:events href': 'address',
      '_links svc:quotes href': 'address',
    });
    assert.equal(at(await get('/venues/502?fields=enhanced_airport'), 'enhanced_airport'), true);
  });

  it('shows what the spec names of a location', async () => {
    const fields = ':default,address2,site_url,phone';
    const location = await get(`/locations/101?fields=${fields}`);
    assertForms(location, {
      id: 'digits',
      name: 'text',
      type: 'text',
      address1: 'text',
      address2: 'text',
      city: 'text',
      state: 'text',
      postal_code: 'digits',
      country: 'text',
      'entrances 0 max_dimensions': 'object',
      site_url: 'path',
      phone: 'text',
      '_links svc:reviews href': 'address',
    });
    assert.equal(at(await get('/locations/102'), 'type'), 'on_street');
  });

  it('shows what the spec names of an envelope', async () => {
    const body = await get(`/quotes?q=coordinates:41.8858,-87.6229&${goodTimes}&envelope=true`);
    assertForms(body, {
      status: 'integer',
      record_count: 'integer',
      start_timestamp: 'time',
      end_timestamp: 'time',
      time_taken: 'number',
      query: 'object',
      'meta start_time': 'time',
      'meta end_time': 'time',
      'meta coordinates': 'coordinates',
      'meta count transient': 'integer',
      'meta count event': 'integer',
      'data 0': 'object',
    });
    const venues = await get('/venues?envelope=true');
    assert.deepEqual([at(venues, 'query'), at(venues, 'meta')], [undefined, undefined]);
  });

  it('shows what the spec names of an error', async () => {
    const { body } = await stage.server.send('/v4/quotes?q=ORD');
    assertForms(body, {
      'errors 0 code': 'text',
      'errors 0 uuid': 'uuid',
      'errors 0 status': 'integer',
      'errors 0 message': 'text',
      'errors 0 details': 'text',
      'errors 0 fields': 'texts',
    });
  });

  it('shows what the spec names of an OAuth error', async () => {
    const { body } = await post('/oauth/token', { grant_type: 'client_credentials', scope: 'all' });
    assertForms(body, { error: 'text', error_description: 'text' });
  });

  it('shows what has to be asked for only when it is asked for', async () => {
    const plain = await book();
    const named = await book({
      fields: 'booking::default,booking:parking_pass_web_url,booking:authorization_code',
    });
    for (const field of ['parking_pass_web_url', 'authorization_code'])
      assert.equal(at(plain, field), undefined);
    assertForms(named, { id: 'integer', parking_pass_web_url: 'address', authorization_code: 'text' });
    assert.equal(at(await get('/events/9001'), 'site_url'), undefined);
    assert.equal(at(await get('/events/9001?fields=event::default'), 'site_url'), undefined);
  });

  it('writes money, times and coordinates as the spec does', async () => {
    const shown = await quote();
    assertForms(shown, {
      start_time: 'time',
      'purchase_options 0 price': 'money',
      '_embedded svc:location entrances 0 coordinates': 'coordinates',
    });
    assert.deepEqual(at(shown, 'purchase_options', 0, 'price'), { USD: '10.89' });
    assert.equal(at(shown, 'start_time'), '2026-11-22T10:00:00.000-06:00');
    assert.deepEqual(
      at(shown, '_embedded', 'svc:location', 'entrances', 0, 'coordinates'),
      [41.8858, -87.6229],
    );
  });

  it('starts from an event id alone', async () => {
    for (const query of ['event_id=9001', 'q=event_id:9001']) {
      const found = at(await get(`/quotes?${query}`), 0);
      assert.equal(at(found, '_embedded', 'svc:event', 'id'), 9001, query);
      const quote_id = String(at(found, 'purchase_options', 0, 'id'));
      const preview = await post('/bookings/previews', { quote_id, add_on_ids: large });
      const final_price = String(at(preview.body, 'final_price', 'USD'));
      const form = {
        quote_id,
        add_on_ids: large,
        final_price,
        invoice: 'true',
        plate_number: 'A1',
        customer_email: 'a@b.cc',
      };
      const booked = await post('/bookings', form, stage.tokens.partner);
      assert.deepEqual([booked.status, at(booked.body, 0, 'event_id')], [201, 9001], query);
    }
  });

  it('names the parameter in its errors of missing ones', async () => {
    for (const path of ['/bookings', '/bookings/previews']) {
      const { status, body } = await post(path, { final_price: '1' });
      assert.deepEqual([status, fieldsOf(body)], [400, ['quote_id']], path);
    }
  });

  it('answers the codes that the spec names', async () => {
    const missing = await post('/bookings', { final_price: '1' });
    assert.deepEqual([missing.status, codeOf(missing.body)], [400, 'booking_quote_id_missing']);
    const path = `/v4/bookings/${at(await book(), 'id')}`;
    const foreign = await stage.server.send(path, { token: stage.tokens.otherPartner });
    assert.deepEqual([foreign.status, codeOf(foreign.body)], [403, 'customer_unauthorized_api_key']);
  });

  it('has the amenity keys of the spec, and a field that is wrong would be found out', () => {
    assert.equal(amenityKeys.length, 14);
    assert.deepEqual(
      formFaults(
        { id: '1', price: { USD: 1 }, at: '2026-01-01T00:00:00.000Z' },
        { id: 'integer', price: 'money', at: 'time' },
      ).length,
      3,
    );
  });
});
