import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locale } from '../../src/base/locale.js';
import type { Received } from './harness.js';
import { at } from './read.js';
import { spokenMarket, tarp, wash, words } from './spoken-market.js';
import { openStage, type Stage } from './stage.js';

/** What our own words are, beside those of the catalogue. */
const ours = {
  'en-US': {
    cancel: 'Free cancellation until the start of the reservation',
    covered: ['Covered', 'Your car stands under a roof.'],
    missing: 'This booking does not exist.',
  },
  'en-CA': {
    cancel: 'Free cancellation until the start of the reservation',
    covered: ['Covered', 'Your car stands under a roof.'],
    missing: 'This booking does not exist.',
  },
  'fr-CA': {
    cancel: "Annulation gratuite jusqu'au début de la réservation",
    covered: ['Couvert', 'Votre voiture est à couvert.'],
    missing: "Cette réservation n'existe pas.",
  },
} as const;

interface Case {
  readonly title: string;
  readonly asked?: string;
  readonly spoken: Locale;
  readonly echo?: string;
}

const cases: readonly Case[] = [
  { title: 'en-US', asked: 'en-US', spoken: 'en-US', echo: 'en-US' },
  { title: 'en-CA', asked: 'en-CA', spoken: 'en-CA', echo: 'en-CA' },
  { title: 'fr-CA', asked: 'fr-CA', spoken: 'fr-CA', echo: 'fr-CA' },
  { title: 'fr-ca in small letters', asked: 'fr-ca', spoken: 'fr-CA', echo: 'fr-CA' },
  { title: 'the default for de-DE', asked: 'de-DE', spoken: 'en-US' },
  { title: 'the default for nothing', spoken: 'en-US' },
];

const stay = { start_time: '2026-11-22T10:00:00.000-06:00', end_time: '2026-11-22T12:00:00.000-06:00' };
const search = '/v4/quotes?q=location_id:101&start_time=2026-11-22T10:00&end_time=2026-11-22T12:00';

const amenities = (locale: Locale) => {
  const [name, description] = ours[locale].covered;
  return [{ name, description, key: 'indoor', enabled: true, visible: true }];
};

const steps = (locale: Locale, siteUrl: string) => [
  { instructions: words[locale].step, icon: { path: `${siteUrl}/icons/ticket.svg` } },
  { instructions: 'Gate 9', icon: { path: `${siteUrl}/icons/scan.svg` } },
];

const addOns = (locale: Locale) => [
  {
    id: wash,
    name: words[locale].wash,
    description: words[locale].washNote,
    price: { USD: '15.00' },
    availability: { status: 'available' },
    ...stay,
  },
  { id: tarp, name: 'Tarp', price: { USD: '0.00' }, availability: { status: 'available' }, ...stay },
];

const fees = (locale: Locale) => {
  const { fee, feeKind, feeReason } = words[locale];
  return [
    {
      price: { USD: '1.00' },
      type: 'convenience_fee',
      label: fee,
      parent_category: feeKind,
      description: feeReason,
    },
    { price: { USD: '0.50' }, type: 'facility_fee', label: fee, parent_category: fee },
    { price: { USD: '0.25' }, type: 'access_fee', label: 'Gate 9', parent_category: 'Gate 9' },
  ];
};

const space = { status: 'available' };

const optionIn = (locale: Locale, siteUrl: string) => ({
  ...stay,
  min_start: stay.start_time,
  max_end: stay.end_time,
  base_price: { USD: '8.00' },
  price: { USD: '9.75' },
  fees: fees(locale),
  pricing_segments: [
    { id: 2_020_001, ...stay, event: {}, space_availability: space, pricing_type: 'TransientPricing' },
  ],
  space_availability: space,
  cancellable_status: {
    cancellable_now: true,
    code: 'cancellable_until_start_time',
    message: ours[locale].cancel,
  },
  add_ons: { general: { required: false, options: addOns(locale) } },
  display: { price: 'price' },
  name: words[locale].label,
  price_advisory: words[locale].advisory,
  validation: {
    require_license_plate: false,
    display: { scan_code: 'required' },
    validation_steps: steps(locale, siteUrl),
  },
  disclaimers: [words[locale].disclaimer, 'Lot 7.'],
  amenities: amenities(locale),
  shuttle: false,
  pickup_instructions: words[locale].pickup,
  dropoff_instructions: words[locale].dropoff,
});

const passIn = (locale: Locale, siteUrl: string) => ({
  status: 'active',
  active: true,
  ...stay,
  pass_type: 'transient',
  amenities: amenities(locale),
  seller_id: 1,
  disclaimers: `${words[locale].disclaimer}\nLot 7.`,
  price_paid: { USD: '24.75' },
  full_price: { USD: '24.75' },
  reseller_pass: false,
  validation: {
    display_message: words[locale].message,
    require_license_plate: false,
    require_printout: false,
    steps: steps(locale, siteUrl),
    display: {
      pass_number: 'required',
      scan_code: 'required',
      license_plate: 'hidden',
      full_price: 'hidden',
      pricing_codes: 'hidden',
      gate_button: 'hidden',
      print_instructions: 'hidden',
    },
  },
});

/** Without what differs from one answer to the next. */
const withoutIds = (option: unknown): unknown => {
  const { id: _id, _links, ...others } = Object(option);
  return others;
};
const withoutCodes = (pass: unknown): unknown => {
  const { id: _id, _embedded, validation, ...others } = Object(pass);
  const { scan_code: _code, ...rules } = Object(validation);
  return { ...others, validation: rules };
};

describe('X-Language-Locale', () => {
  let stage: Stage;
  let bookingPath: string;

  const send = (path: string, { asked }: Pick<Case, 'asked'>, token?: string): Promise<Received> =>
    stage.server.send(path, {
      ...(asked !== undefined && { headers: { 'x-language-locale': asked } }),
      ...(token !== undefined && { token }),
    });

  /** Booked in French, whoever looks at it later. */
  const book = async (): Promise<string> => {
    const { body } = await stage.server.send(search);
    const form = {
      quote_id: String(at(body, 0, 'purchase_options', 0, 'id')),
      add_on_ids: `${wash},${tarp}`,
      final_price: '24.75',
      invoice: 'true',
      customer_email: 'grace@example.com',
      customer_firstname: 'Grace',
      customer_lastname: 'H',
    };
    const headers = { 'x-language-locale': 'fr-CA' };
    const made = await stage.server.send('/v4/bookings', {
      ...{ method: 'POST', form, headers },
      token: stage.tokens.partner,
    });
    assert.equal(made.status, 201, made.text);
    return `/v4/bookings/${String(at(made.body, 0, 'id'))}`;
  };

  before(async () => {
    stage = await openStage({ content: spokenMarket });
    bookingPath = await book();
  });
  after(() => stage.close());

  for (const each of cases) {
    const { title, spoken, echo } = each;
    describe(`speaks ${title}`, () => {
      it('in a purchase option', async () => {
        const { body, headers } = await send(search, each);
        const option = withoutIds(at(body, 0, 'purchase_options', 0));
        assert.deepEqual(option, optionIn(spoken, stage.server.url));
        assert.equal(headers['x-language-locale'], echo);
      });

      it('in a parking pass, with add-ons by the names they were booked under', async () => {
        const { body, headers } = await send(bookingPath, each, stage.tokens.partner);
        const pass = at(body, '_embedded', 'svc:parking_pass');
        assert.deepEqual(withoutCodes(pass), passIn(spoken, stage.server.url));
        assert.deepEqual(at(pass, '_embedded', 'svc:add_ons'), [
          { id: wash, name: words['fr-CA'].wash, price: { USD: '15.00' } },
          { id: tarp, name: 'Tarp', price: { USD: '0.00' } },
        ]);
        assert.equal(headers['x-language-locale'], echo);
      });

      it('of a location', async () => {
        const fields = 'fields=hours,non_bookable_rates,photos';
        const { body } = await send(`/v4/locations/101?${fields}`, each, stage.tokens.data);
        const { hours, rate, rateNote, photo } = words[spoken];
        assert.deepEqual(
          {
            hours: at(body, 'hours'),
            rates: at(body, 'non_bookable_rates'),
            photos: [at(body, 'photos', 0, 'alt'), at(body, 'photos', 1, 'alt')],
          },
          {
            hours,
            rates: [{ label: rate, price: { USD: '5.00' }, text: rateNote }, { label: 'Level 9' }],
            photos: [photo, 'P7'],
          },
        );
      });

      it('in an error', async () => {
        const { body, headers } = await send('/v4/bookings/999999', each, stage.tokens.partner);
        const message = ours[spoken].missing;
        const error = { code: 'booking_not_found', status: 404, message };
        assert.deepEqual(body, {
          status: 404,
          message,
          errors: [{ ...error, uuid: at(body, 'errors', 0, 'uuid') }],
        });
        assert.equal(headers['x-language-locale'], echo);
      });
    });
  }

  it('is the same in v3_1', async () => {
    const { body } = await send(search.replace('v4', 'v3_1'), { asked: 'fr-CA' });
    const option = at(body, 0, 'purchase_options', 0);
    assert.deepEqual(at(option, 'fees'), fees('fr-CA'));
    assert.deepEqual(at(option, 'disclaimers'), [words['fr-CA'].disclaimer, 'Lot 7.']);
  });
});
