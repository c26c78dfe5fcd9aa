import type { AddOnRule, RatePlan } from './rate-plan.js';

export type AddOnChoice =
  | { readonly kind: 'chosen'; readonly addOns: readonly AddOnRule[] }
  | {
      readonly kind: 'problem';
      readonly code: 'booking_add_on_invalid' | 'booking_vehicle_size_missing';
      readonly details: string;
    };

const invalid = (details: string): AddOnChoice => ({
  kind: 'problem',
  code: 'booking_add_on_invalid',
  details,
});

/** Finds the chosen add-ons in the plan; the same id twice counts once. Exactly one vehicle size where the plan has some. */
export const chooseAddOns = (plan: RatePlan, ids: readonly string[]): AddOnChoice => {
  const sizes = plan.vehicleSizes ?? [];
  const sold = [...sizes, ...(plan.generalAddOns ?? [])].filter((addOn) => addOn.isAvailable);
  const wanted = new Set(ids);
  const addOns = sold.filter((addOn) => wanted.has(addOn.id));
  if (addOns.length < wanted.size) return invalid('an add-on is not sold with this quote');
  const sizesChosen = addOns.filter((addOn) => sizes.includes(addOn)).length;
  if (sizesChosen > 1) return invalid('more than one vehicle size is chosen');
  if (sizes.length > 0 && sizesChosen === 0)
    return { kind: 'problem', code: 'booking_vehicle_size_missing', details: 'a vehicle size is required' };
  return { kind: 'chosen', addOns };
};
