import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { addOnId, locationId } from '../../src/base/ids.js';
import type { Translated } from '../../src/base/locale.js';
import { aLocation, anOption, aRatePlan } from '../catalogue/builders.js';
import { at, keys } from './read.js';
import { openStage, type Stage } from './stage.js';

const said = (english: string, french: string): Translated => ({
  'en-US': english,
  'en-CA': english,
  'fr-CA': french,
});

const wash = {
  id: addOnId('6f9619ff-8b86-4d01-b42d-00cf4fc964ff'),
  name: 'Wash',
  description: 'By hand',
  priceMinor: 1500,
  isAvailable: true,
  icon: { position: 1, url: '/icons/wash.svg', width: 64, height: 48 },
};
const oversize = {
  id: addOnId('0b7b6b04-2f5c-4f0c-9a52-6a4e9b2c8d11'),
  name: 'Oversize',
  priceMinor: 700,
  items: ['suv', 'truck/van'],
  isAvailable: true,
};

const full = aRatePlan({
  id: 'full',
  fees: [
    {
      type: 'convenience_fee',
      label: 'Service Fee',
      parentCategory: 'Fees',
      description: 'For support',
      basisPoints: 1000,
    },
  ],
  taxes: [{ label: 'City tax', basisPoints: 500, isIncluded: false }],
  cancellation: { kind: 'until_before', minutesBefore: 120 },
  vehicleSizes: [oversize],
  generalAddOns: [wash],
  preferredDisplay: 'base_price',
});

const content = {
  ratePlans: [full],
  locations: [
    aLocation({
      amenities: ['indoor'],
      disclaimers: ['No trailers.'],
      shuttleTimes: [{ weekdays: [1, 7], fromMinute: 300, toMinute: 1380, everyMinutes: 15 }],
      pickupInstructions: said('Wait at door 4.', 'Attendez à la porte 4.'),
      options: [
        anOption({
          ratePlan: 'full',
          capacity: 3,
          label: said('Roof', 'Toit'),
          purchaseLimit: 2,
          priceAdvisory: said('Taxes included', 'Taxes comprises'),
        }),
      ],
    }),
    aLocation({ id: locationId(102), options: [anOption({ ratePlan: 'full' })] }),
  ],
};

const window = { start_time: '2026-11-22T10:00:00.000-06:00', end_time: '2026-11-22T12:00:00.000-06:00' };
const search = '/v4/quotes?q=location_id:101&start_time=2026-11-22T10:00&end_time=2026-11-22T12:00';
const around = search.replace('location_id:101', 'location_id:101%20anchor_coordinates:41.888543,-87.6229');

describe('the record of a quote', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ content, curie: 'pw' });
  });
  after(() => stage.close());
  const first = async (path: string, locale = 'en-US') => {
    const { body } = await stage.server.send(path, { headers: { 'x-language-locale': locale } });
    return at(body, 0);
  };

  it('has every key that clients know', async () => {
    const quote = await first(around);
    assert.deepEqual(
      Object.fromEntries(
        keys(quote)
          .filter((key) => !['purchase_options', '_embedded'].includes(key))
          .map((key) => [key, at(quote, key)]),
      ),
      {
        location_id: '101',
        type: 'offstreet',
        seller_id: 1,
        name: 'Lakeside Garage',
        quote_type: 'transient',
        ...window,
        min_start: window.start_time,
        max_end: window.end_time,
        distance: { straight_line: { meters: 305, feet: 1001 } },
      },
    );
    assert.deepEqual(keys(at(quote, '_embedded')), ['pw:location']);
  });

  it('has a purchase option with every key that clients know', async () => {
    const option = at(await first(search), 'purchase_options', 0);
    const siteUrl = stage.server.url;
    const space = { status: 'limited', spaces_remaining: 3 };
    assert.equal(typeof at(option, 'id'), 'string');
    assert.deepEqual(
      { ...Object(option), id: 'some', _links: 'some' },
      {
        id: 'some',
        ...window,
        min_start: window.start_time,
        max_end: window.end_time,
        base_price: { USD: '8.40' },
        price: { USD: '9.24' },
        fees: [
          {
            price: { USD: '0.84' },
            type: 'convenience_fee',
            label: 'Service Fee',
            parent_category: 'Fees',
            description: 'For support',
          },
        ],
        pricing_segments: [
          {
            id: 2_020_001,
            ...window,
            event: {},
            space_availability: space,
            pricing_type: 'TransientPricing',
            purchase_limit: 2,
          },
        ],
        space_availability: space,
        cancellable_status: {
          cancellable_now: true,
          code: 'cancellable_until_before_start_time',
          message: 'Free cancellation until 2 hours before the start of the reservation',
        },
        add_ons: {
          vehicle_size: {
            required: true,
            options: [
              {
                id: oversize.id,
                name: 'Oversize',
                ...window,
                price: { USD: '7.00' },
                availability: { status: 'available' },
                items: ['suv', 'truck/van'],
              },
            ],
          },
          general: {
            required: false,
            options: [
              {
                id: wash.id,
                name: 'Wash',
                description: 'By hand',
                ...window,
                price: { USD: '15.00' },
                availability: { status: 'available' },
                icon: {
                  position: 1,
                  sizes: { original: { URL: `${siteUrl}/icons/wash.svg`, width: 64, height: 48 } },
                },
              },
            ],
          },
        },
        display: { price: 'base_price' },
        name: 'Roof',
        price_advisory: 'Taxes included',
        validation: {
          require_license_plate: false,
          display: { scan_code: 'required' },
          validation_steps: [
            {
              instructions: 'Take a ticket and scan this pass when leaving.',
              icon: { path: `${siteUrl}/icons/scan.svg` },
            },
          ],
        },
        disclaimers: ['No trailers.'],
        amenities: [
          {
            name: 'Covered',
            description: 'Your car stands under a roof.',
            key: 'indoor',
            enabled: true,
            visible: true,
          },
        ],
        shuttle: false,
        pickup_instructions: 'Wait at door 4.',
        _links: 'some',
      },
    );
    assert.deepEqual(keys(at(option, '_links')), ['site:purchase', 'curies']);
    assert.match(String(at(option, '_links', 'site:purchase', 'href')), /^\/[^?]+\?start_time=/);
  });

  it('speaks the locale of the request', async () => {
    const option = at(await first(search, 'fr-CA'), 'purchase_options', 0);
    assert.deepEqual(
      [
        at(option, 'name'),
        at(option, 'price_advisory'),
        at(option, 'pickup_instructions'),
        at(option, 'cancellable_status', 'message'),
        at(option, 'amenities', 0, 'description'),
      ],
      [
        'Toit',
        'Taxes comprises',
        'Attendez à la porte 4.',
        "Annulation gratuite jusqu'à 2 heures avant le début de la réservation",
        'Votre voiture est à couvert.',
      ],
    );
  });

  it('says that there is no advisory, and names no option that has no name', async () => {
    const option = at(await first(search.replace('101', '102')), 'purchase_options', 0);
    assert.deepEqual([at(option, 'price_advisory'), at(option, 'name')], ['None', undefined]);
  });

  it('shows shuttle times when asked for by name', async () => {
    assert.deepEqual(
      at(await first(`${search}&fields=quote::default,quote:shuttle_times`), 'shuttle_times'),
      [{ days: ['monday', 'sunday'], start_time: '05:00', end_time: '23:00', every_minutes: 15 }],
    );
  });
});
