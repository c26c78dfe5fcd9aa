import { Ajv, type ErrorObject } from 'ajv';
import type { RatePlan } from './rate-plan.js';
import { ratePlanSchema } from './rate-plan-schema.js';

/** One fault of a rate plan; `path` is a JSON pointer into it, empty for the plan as a whole. */
export interface RatePlanFault {
  readonly path: string;
  readonly message: string;
}

export type RatePlanCheck =
  | { readonly kind: 'valid'; readonly plan: RatePlan }
  | { readonly kind: 'invalid'; readonly faults: readonly RatePlanFault[] };

const hasForm = new Ajv({ allErrors: true }).compile<RatePlan>(ratePlanSchema);

/** ajv names the place of a fault; which name or which values are meant stands in its parameters. */
const detailOf = (params: Readonly<Record<string, unknown>>): string => {
  const detail = params['additionalProperty'] ?? params['allowedValues'];
  return detail === undefined ? '' : `: ${JSON.stringify(detail)}`;
};

const faultOf = ({ instancePath, message = 'is not valid', params }: ErrorObject): RatePlanFault => ({
  path: instancePath,
  message: message + detailOf(params),
});

/** A condition that fails adds a fault of its own to those that it fails by. */
const isOwn = ({ keyword }: ErrorObject): boolean => keyword !== 'if';

type Rule = (plan: RatePlan) => readonly RatePlanFault[];
const when = (isFault: boolean, path: string, message: string): readonly RatePlanFault[] =>
  isFault ? [{ path, message }] : [];

const sellsSomething: Rule = ({ duration, flatWindows = [], event }) =>
  when(
    duration === undefined && flatWindows.length === 0 && event === undefined,
    '',
    'must have a duration, a flat window or an event rate',
  );

const durationHasPrice: Rule = ({ duration }) =>
  when(
    duration !== undefined && duration.tiers.length === 0 && duration.continuation === undefined,
    '/duration',
    'must have a tier or a continuation',
  );

const maximumHasDuration: Rule = ({ duration, dailyMaximumMinor }) =>
  when(
    dailyMaximumMinor !== undefined && duration === undefined,
    '/dailyMaximumMinor',
    'bounds a duration, and there is none',
  );

const tiersAscend: Rule = ({ duration }) => {
  const tiers = duration?.tiers ?? [];
  return tiers.flatMap((tier, index) => {
    const before = tiers[index - 1];
    if (before === undefined) return [];
    const path = `/duration/tiers/${index}`;
    return [
      ...when(tier.upToMinutes <= before.upToMinutes, `${path}/upToMinutes`, 'must be above the tier before'),
      ...when(tier.priceMinor < before.priceMinor, `${path}/priceMinor`, 'must not be below the tier before'),
    ];
  });
};

const cancellationHasMinutes: Rule = ({ cancellation }) =>
  when(
    cancellation.kind === 'until_before' && cancellation.minutesBefore === undefined,
    '/cancellation/minutesBefore',
    'must be given',
  );

const stayHasLength: Rule = ({ minimumMinutes = 1, maximumMinutes = Number.POSITIVE_INFINITY }) =>
  when(minimumMinutes > maximumMinutes, '/maximumMinutes', 'must not be below minimumMinutes');

const addOnIdsDiffer: Rule = ({ vehicleSizes = [], generalAddOns = [] }) => {
  const ids = [...vehicleSizes, ...generalAddOns].map(({ id }) => id);
  return when(new Set(ids).size < ids.length, '/generalAddOns', 'ids of add-ons must differ');
};

const rules: readonly Rule[] = [
  sellsSomething,
  durationHasPrice,
  maximumHasDuration,
  tiersAscend,
  cancellationHasMinutes,
  stayHasLength,
  addOnIdsDiffer,
];

/** Checks a rate plan of unknown origin: all faults at once, each with its place. */
export const checkRatePlan = (value: unknown): RatePlanCheck => {
  if (!hasForm(value)) return { kind: 'invalid', faults: (hasForm.errors ?? []).filter(isOwn).map(faultOf) };
  const faults = rules.flatMap((rule) => rule(value));
  return faults.length === 0 ? { kind: 'valid', plan: value } : { kind: 'invalid', faults };
};
