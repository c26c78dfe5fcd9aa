import { sellerId } from '../../../base/ids.js';
import type { Currency } from '../../../base/money.js';
import type { Location } from '../../location.js';
import { type BuildContext, type Built, built, type Draft } from '../draft.js';
import { ImportFault } from '../import-fault.js';
import {
  type CarParkPlace,
  existingLocation,
  type ImportDefaults,
  newLocation,
  updatedLocation,
} from '../location-of-car-park.js';
import { standardRatePlan, standardRatePlanId } from '../standard-rate-plan.js';
import type { CarPark } from './read-car-park.js';

/** What the car parks of one file have in common. */
export interface FileContext {
  readonly file: string;
  readonly source: string;
  readonly cityName: string | undefined;
  readonly defaults: ImportDefaults;
}

const bodyOf = (
  carPark: CarPark,
  place: CarParkPlace,
  file: FileContext,
  context: BuildContext,
): Location => {
  const existing = existingLocation(context.existing);
  const seller = context.numberOf('seller', file.source);
  const details = { id: context.id, seller, place, cityName: file.cityName, defaults: file.defaults };
  return existing === undefined ? newLocation(carPark, details) : updatedLocation(existing, carPark, details);
};

/** Skipped where a rate plan is in another currency. Throws `ImportFault` for a rate plan that is not there. */
export const buildLocation =
  (carPark: CarPark, place: CarParkPlace, file: FileContext) =>
  (context: BuildContext): Built => {
    const body = bodyOf(carPark, place, file, context);
    for (const { ratePlan } of body.options) {
      const plan = context.ratePlan(ratePlan);
      if (plan === undefined) throw new ImportFault({ file: file.file }, `there is no rate plan ${ratePlan}`);
      if (plan.currency !== body.currency) return { kind: 'skipped', reason: 'rate_plan_in_other_currency' };
    }
    return built({ kind: 'location', body });
  };

/** The seller of a file's car parks, made only where it is not there yet: operators rename sellers. */
export const sellerDraft = ({ source, cityName }: FileContext): Draft => ({
  kind: 'seller',
  identity: source,
  label: source,
  build: ({ id, existing }) => {
    const body = existing?.kind === 'seller' ? existing.body : null;
    return built({
      kind: 'seller',
      body: body ?? { id: sellerId(id), name: `${cityName ?? source} Parking` },
    });
  },
});

/** The plan of locations imported without one, made only where it is not there yet: operators change it. */
export const standardPlanDraft = (currency: Currency): Draft => ({
  kind: 'rate_plan',
  identity: standardRatePlanId(currency),
  label: standardRatePlanId(currency),
  build: ({ existing }) => {
    const body = existing?.kind === 'rate_plan' ? existing.body : null;
    return built({ kind: 'rate_plan', body: body ?? standardRatePlan(currency) });
  },
});
