import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { locales } from '../../src/base/locale.js';
import { vehicleName } from '../../src/pages/parts/vehicle-name.js';
import { vehicleKinds } from '../../src/pricing/rate-plan.js';
import { aRatePlan } from '../catalogue/builders.js';
import { at } from '../http/read.js';
import { spokenMarket, wash, words } from '../http/spoken-market.js';
import { openStage, type Stage } from '../http/stage.js';
import { passPathOf } from './book-pass.js';
import { withTag } from './read-page.js';

const stay = 'start_time=2026-11-22T10:00&end_time=2026-11-22T12:00';

const mainOf = async ({ server }: Stage, path: string): Promise<string> => {
  const { status, text } = await server.send(path, { headers: { accept: 'text/html' } });
  assert.equal(status, 200, text);
  return withTag(text, 'main')[0]?.text ?? 'no main part';
};

/** The page of the one place, for the stay. */
const placePath = async ({ server }: Stage): Promise<string> => {
  const { body } = await server.send('/v4/locations/101?fields=site_url');
  return `${String(at(body, 'site_url'))}?${stay}`;
};

describe('vehicleName', () => {
  it('names every kind of vehicle in each locale, and shows any other as it is written', () => {
    const french = vehicleKinds.map((kind) => vehicleName(kind, 'fr-CA'));
    assert.deepEqual(french.slice(0, 3), ['coupé', 'berline', 'voiture à hayon']);
    assert.equal(new Set([...french, ...vehicleKinds]).size, 2 * vehicleKinds.length);
    assert.deepEqual(
      [vehicleName('suv', 'en-CA'), vehicleName('hovercraft', 'fr-CA')],
      ['SUV', 'hovercraft'],
    );
  });

  it('is what the page of a place calls a vehicle size by', async (t) => {
    const oversize = { id: wash, name: 'Oversize', priceMinor: 700, items: ['suv'], isAvailable: true };
    const stage = await openStage({ content: { ratePlans: [aRatePlan({ vehicleSizes: [oversize] })] } });
    t.after(stage.close);
    const shown = await mainOf(stage, `${await placePath(stage)}&locale=fr-CA`);
    assert.match(shown, /Oversize ?VUS/);
  });
});

describe('what the catalogue says, on pages', () => {
  let stage: Stage;
  let passPath: string;

  const book = async (): Promise<unknown> => {
    const { body } = await stage.server.send(`/v4/quotes?q=location_id:101&${stay}`);
    const form = {
      quote_id: String(at(body, 0, 'purchase_options', 0, 'id')),
      add_on_ids: wash,
      final_price: '24.75',
      invoice: 'true',
      customer_email: 'grace@example.com',
      customer_firstname: 'Grace',
      customer_lastname: 'H',
      fields: ':default,booking:parking_pass_web_url',
    };
    const sent = { method: 'POST', form, token: stage.tokens.partner };
    const made = await stage.server.send('/v4/bookings', sent);
    assert.equal(made.status, 201, made.text);
    return at(made.body, 0);
  };

  before(async () => {
    stage = await openStage({ content: spokenMarket });
    passPath = passPathOf(stage, await book());
  });
  after(() => stage.close());

  for (const locale of locales) {
    const { message, ...others } = words[locale];
    const { photo: _unseen, feeKind: _sum, ...onThePlace } = others;

    it(`is said in ${locale} on the page of a place`, async () => {
      const shown = await mainOf(stage, `${await placePath(stage)}&locale=${locale}`);
      const missing = Object.values(onThePlace).filter((text) => !shown.includes(text));
      assert.deepEqual(missing, []);
    });

    it(`is said in ${locale} on the page of a pass, but for the add-ons booked in another`, async () => {
      const shown = await mainOf(stage, `${passPath}&locale=${locale}`);
      const { step, disclaimer, pickup, dropoff } = others;
      const wanted = [message, step, disclaimer, pickup, dropoff, words['en-US'].wash];
      assert.deepEqual(
        wanted.filter((text) => !shown.includes(text)),
        [],
      );
    });
  }
});
