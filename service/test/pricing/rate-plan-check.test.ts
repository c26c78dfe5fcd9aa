import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkRatePlan } from '../../src/pricing/rate-plan-check.js';
import { aRatePlan } from '../catalogue/builders.js';

const uuid = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const anAddOn = { id: uuid, name: 'Standard', priceMinor: 0, isAvailable: true };

const icon = { position: 1, url: '/icons/standard.svg', width: 64, height: 64 };

const pathsOf = (value: unknown): readonly string[] => {
  const check = checkRatePlan(value);
  return check.kind === 'valid' ? [] : check.faults.map(({ path }) => path);
};

describe('checkRatePlan', () => {
  it('answers with a plan that is sound', () => {
    const plan = { ...aRatePlan(), vehicleSizes: [{ ...anAddOn, items: ['sedan'] }] };
    assert.deepEqual(checkRatePlan(plan), { kind: 'valid', plan });
  });

  it('knows the eight kinds of vehicles', () => {
    const kinds = 'coupe, sedan, hatchback, wagon, crossover, minivan, suv, truck/van'.split(', ');
    assert.deepEqual(pathsOf({ ...aRatePlan(), vehicleSizes: [{ ...anAddOn, items: kinds, icon }] }), []);
  });

  it('says what is wrong, and where', () =>
    assert.deepEqual(checkRatePlan({ ...aRatePlan(), currency: 'XXX', colour: 'red' }), {
      kind: 'invalid',
      faults: [
        { path: '', message: 'must NOT have additional properties: "colour"' },
        {
          path: '/currency',
          message:
            'must be equal to one of the allowed values: ["USD","CAD","EUR","DKK","GBP","CHF","SEK","NOK","JPY"]',
        },
      ],
    }));

  const falling = [
    { upToMinutes: 60, priceMinor: 500 },
    { upToMinutes: 60, priceMinor: 400 },
  ];
  const table: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['no object', 'plan', ['']],
    ['a part of a cent', { ...aRatePlan(), dailyMaximumMinor: 0.5 }, ['/dailyMaximumMinor']],
    [
      'a negative price',
      { ...aRatePlan(), event: { priceMinor: -1, opensMinutesBefore: 0, closesMinutesAfter: 0 } },
      ['/event/priceMinor'],
    ],
    ['a price beyond exact arithmetic', { ...aRatePlan(), dailyMaximumMinor: 1e12 }, ['/dailyMaximumMinor']],
    [
      'a day of 25 hours',
      { ...aRatePlan(), flatWindows: [{ window: { fromMinute: 0, toMinute: 1500 }, priceMinor: 1 }] },
      ['/flatWindows/0/window/toMinute'],
    ],
    [
      'an eighth weekday',
      {
        ...aRatePlan(),
        flatWindows: [{ window: { fromMinute: 0, toMinute: 60, weekdays: [8] }, priceMinor: 1 }],
      },
      ['/flatWindows/0/window/weekdays/0'],
    ],
    [
      'an add-on without UUID',
      { ...aRatePlan(), generalAddOns: [{ ...anAddOn, id: 'wash' }] },
      ['/generalAddOns/0/id'],
    ],
    [
      'a kind of vehicle that nobody knows',
      { ...aRatePlan(), vehicleSizes: [{ ...anAddOn, items: ['sedan', 'tank'] }] },
      ['/vehicleSizes/0/items/1'],
    ],
    [
      'kinds of vehicles for a general add-on',
      { ...aRatePlan(), generalAddOns: [{ ...anAddOn, items: ['sedan'] }] },
      ['/generalAddOns/0'],
    ],
    [
      'an icon that is no address',
      { ...aRatePlan(), generalAddOns: [{ ...anAddOn, icon: { ...icon, url: 'javascript:alert(1)' } }] },
      ['/generalAddOns/0/icon/url'],
    ],
    [
      'an event rate for places behind the venue',
      {
        ...aRatePlan(),
        event: { priceMinor: 1, opensMinutesBefore: 0, closesMinutesAfter: 0, maximumMeters: -1 },
      },
      ['/event/maximumMeters'],
    ],
    [
      'the same add-on twice',
      { ...aRatePlan(), vehicleSizes: [anAddOn], generalAddOns: [anAddOn] },
      ['/generalAddOns'],
    ],
    [
      'tiers that fall',
      { ...aRatePlan(), duration: { tiers: falling } },
      ['/duration/tiers/1/upToMinutes', '/duration/tiers/1/priceMinor'],
    ],
    ['a duration without price', { ...aRatePlan(), duration: { tiers: [] } }, ['/duration']],
    ['nothing to sell', { ...aRatePlan(), duration: undefined, dailyMaximumMinor: undefined }, ['']],
    [
      'a maximum of nothing',
      {
        ...aRatePlan(),
        duration: undefined,
        event: { priceMinor: 1, opensMinutesBefore: 0, closesMinutesAfter: 0 },
      },
      ['/dailyMaximumMinor'],
    ],
    [
      'a deadline without minutes',
      { ...aRatePlan(), cancellation: { kind: 'until_before' } },
      ['/cancellation/minutesBefore'],
    ],
    [
      'a longest stay below the shortest',
      { ...aRatePlan(), minimumMinutes: 60, maximumMinutes: 30 },
      ['/maximumMinutes'],
    ],
  ];
  for (const [name, value, paths] of table)
    it(`refuses ${name}`, () => assert.deepEqual(pathsOf(JSON.parse(JSON.stringify(value))), paths));
});
