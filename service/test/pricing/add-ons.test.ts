import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addOnId } from '../../src/base/ids.js';
import { chooseAddOns } from '../../src/pricing/add-ons.js';
import type { AddOnRule } from '../../src/pricing/rate-plan.js';
import { aBarePlan } from './builders.js';

const anAddOn = (id: string, isAvailable = true): AddOnRule => ({
  id: addOnId(id),
  name: id,
  priceMinor: 500,
  isAvailable,
});

const [standard, oversize, wash, gone] = [
  anAddOn('standard'),
  anAddOn('oversize'),
  anAddOn('wash'),
  anAddOn('gone', false),
];
const withoutSizes = aBarePlan({ generalAddOns: [wash, gone] });
const withSizes = aBarePlan({ vehicleSizes: [standard, oversize], generalAddOns: [wash, gone] });

const outcome = (plan: typeof withSizes, ids: readonly string[]): readonly string[] | string => {
  const choice = chooseAddOns(plan, ids);
  return choice.kind === 'chosen' ? choice.addOns.map(({ id }) => id) : choice.code;
};

describe('chooseAddOns', () => {
  const table: readonly (readonly [
    string,
    typeof withSizes,
    readonly string[],
    readonly string[] | string,
  ])[] = [
    ['nothing where nothing is required', withoutSizes, [], []],
    ['a general one', withoutSizes, ['wash'], ['wash']],
    ['the same one twice', withoutSizes, ['wash', 'wash'], ['wash']],
    ['a size and a general one', withSizes, ['wash', 'oversize'], ['oversize', 'wash']],
    ['no size where one is required', withSizes, ['wash'], 'booking_vehicle_size_missing'],
    ['two sizes', withSizes, ['standard', 'oversize'], 'booking_add_on_invalid'],
    ['a foreign one', withSizes, ['standard', 'foreign'], 'booking_add_on_invalid'],
    ['one that is not available', withoutSizes, ['gone'], 'booking_add_on_invalid'],
    ['an empty id', withoutSizes, [''], 'booking_add_on_invalid'],
  ];
  for (const [name, plan, ids, expected] of table)
    it(`answers ${expected || 'nothing'} to ${name}`, () => assert.deepEqual(outcome(plan, ids), expected));
});
