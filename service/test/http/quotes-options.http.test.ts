import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { locationId } from '../../src/base/ids.js';
import { aLocation, anOption } from '../catalogue/builders.js';
import { at, fieldsOf, keys } from './read.js';
import { openStage, type Stage } from './stage.js';

const label = { 'en-US': 'At the gate', 'en-CA': 'At the gate', 'fr-CA': "À l'entrée" };
const content = {
  locations: [
    aLocation({
      options: [
        anOption({ key: 'ahead' }),
        anOption({ key: 'spot', sale: 'on_demand', pool: 'spot' }),
        anOption({ key: 'gate', sale: 'none', label }),
      ],
    }),
    aLocation({ id: locationId(102), options: [anOption({ capacity: 0 })] }),
    aLocation({ id: locationId(103), options: [] }),
  ],
};
const search =
  '/v4/quotes?q=coordinates:41.8858,-87.6229&start_time=2026-11-22T10:00&end_time=2026-11-22T12:00';
const kinds = ['purchase_options', 'on_demand_options', 'non_bookable_options'];

describe('kinds of options of a quote', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ content });
  });
  after(() => stage.close());
  const get = async (query: string) => (await stage.server.send(search + query)).body;
  const counts = async (query: string) => {
    const body = await get(query);
    return [0, 1, 2].map((row) =>
      kinds.map((kind) => {
        const options = at(body, row, kind);
        return Array.isArray(options) ? options.length : undefined;
      }),
    );
  };

  it('are purchase options alone unless option_types says otherwise', async () => {
    const usual = [
      [1, undefined, undefined],
      [0, undefined, undefined],
      [0, undefined, undefined],
    ];
    assert.deepEqual(await counts(''), usual);
    assert.deepEqual(await counts('&option_types=bookable'), usual);
  });

  it('are all of them for all, and for all by name, between blanks or commas', async () => {
    const all = [
      [1, 1, 1],
      [0, 0, 1],
      [0, 0, 0],
    ];
    for (const types of ['all', 'bookable%20non_bookable%20on_demand', 'bookable,non_bookable,on_demand'])
      assert.deepEqual(await counts(`&option_types=${types}`), all);
  });

  it('are refused when nobody knows them', async () => {
    const { status, body } = await stage.server.send(`${search}&option_types=bookable,sunshine`);
    assert.deepEqual([status, fieldsOf(body)], [400, ['option_types']]);
  });

  it('that are not sold have prices and segments, and nothing to book by', async () => {
    const option = at(await get('&option_types=non_bookable'), 0, 'non_bookable_options', 0);
    assert.deepEqual(
      [at(option, 'name'), at(option, 'price'), at(option, 'base_price')],
      ['At the gate', { USD: '8.00' }, { USD: '8.00' }],
    );
    assert.deepEqual(keys(at(option, 'pricing_segments', 0)), [
      'id',
      'start_time',
      'end_time',
      'event',
      'pricing_type',
    ]);
    for (const key of ['id', 'space_availability', 'cancellable_status', 'add_ons'])
      assert.equal(at(option, key), undefined);
    assert.deepEqual(keys(at(option, '_links')), ['curies']);
  });

  it('are narrowed together as options', async () => {
    const body = await get('&option_types=all&fields=options:price');
    for (const kind of kinds) assert.deepEqual(keys(at(body, 0, kind, 0)), ['price', '_links']);
    assert.deepEqual(at(body, 0, 'location_id'), '101');
    assert.deepEqual(keys(at(body, 0)).includes('quote_type'), true);
  });

  it('are shown where options are named, beside the other fields that are', async () => {
    const body = await get('&option_types=all&fields=options::default,quote:name');
    assert.deepEqual(keys(at(body, 0)), ['name', ...kinds, '_embedded']);
    for (const kind of kinds) assert.deepEqual(at(body, 0, kind, 0, 'price'), { USD: '8.00' });
  });

  it('have segments whose ids are the same in every search, and those of no other option', async () => {
    const segments = async (query: string) => {
      const body = await get(query);
      return kinds.map((kind) => at(body, 0, kind, 0, 'pricing_segments', 0, 'id'));
    };
    const found = await segments('&option_types=all');
    assert.equal(new Set(found).size, 3);
    assert.deepEqual(await segments('&option_types=all&sort=price'), found);
  });

  it('that are sold on demand are previewed and booked like any other', async () => {
    const id = at(await get('&option_types=on_demand'), 0, 'on_demand_options', 0, 'id');
    const token = stage.tokens.user;
    const form = { quote_id: String(id) };
    const preview = await stage.server.send('/v4/bookings/previews', { method: 'POST', form, token });
    assert.deepEqual(at(preview.body, 'final_price'), { USD: '8.00' });
    const booked = await stage.server.send('/v4/bookings', {
      method: 'POST',
      form: { ...form, final_price: '8.00' },
      token,
    });
    assert.deepEqual([booked.status, at(booked.body, 0, 'full_price')], [201, { USD: '8.00' }]);
  });
});
