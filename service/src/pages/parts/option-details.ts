import { say } from '../../base/locale.js';
import { money } from '../../base/money.js';
import type { Fee } from '../../pricing/price.js';
import type { AddOnRule, RatePlan } from '../../pricing/rate-plan.js';
import type { PurchaseOption, QuotedOption } from '../../quotes/quote.js';
import { type Html, html, nothing } from '../frame/html.js';
import type { IconPath } from '../frame/icons.js';
import type { Visit } from '../visit/visit.js';
import { priceText, spaceNote } from './quote-list.js';
import { vehicleName } from './vehicle-name.js';

const line = (label: string, amount: string, note?: string): Html => html`
<div><dt>${label}${note !== undefined && html` <small>${note}</small>`}</dt><dd>${amount}</dd></div>`;

const feeLine = ({ locale, formats }: Visit, { label, description, price }: Fee): Html =>
  line(say(label, locale), formats.money(price), say(description, locale));

/** Base price and fees, where they differ from the price. */
const breakdown = (visit: Visit, { price }: PurchaseOption): Html =>
  price.fees.length === 0
    ? nothing
    : html`<dl class="sum">
${line(visit.text('base_price'), visit.formats.money(price.base))}
${price.fees.map((fee) => feeLine(visit, fee))}
${line(visit.text('total'), visit.formats.money(price.total))}
</dl>`;

const addOn = (visit: Visit, rule: AddOnRule, plan: RatePlan, iconOf: IconPath): Html => html`
<li><img src="${iconOf(rule.icon?.url, 'add-on')}" alt="" width="32" height="32"><span><strong>${say(rule.name, visit.locale)}</strong>
${rule.description !== undefined && html`<small>${say(rule.description, visit.locale)}</small>`}
${rule.items !== undefined && html`<small>${rule.items.map((kind) => vehicleName(kind, visit.locale)).join(', ')}</small>`}</span>
<span class="amount">${rule.priceMinor === 0 ? visit.text('free') : `+${visit.formats.money(money(plan.currency, rule.priceMinor))}`}</span></li>`;

const addOns = (
  visit: Visit,
  {
    plan,
    title,
    rules,
  }: { readonly plan: RatePlan; readonly title: string; readonly rules: readonly AddOnRule[] },
  iconOf: IconPath,
): Html => {
  const offered = rules.filter(({ isAvailable }) => isAvailable);
  return offered.length === 0
    ? nothing
    : html`<h4>${title}</h4><ul class="add-ons">${offered.map((rule) => addOn(visit, rule, plan, iconOf))}</ul>`;
};

const cancellation = (
  visit: Visit,
  { isCancellableNow, cancellableUntil }: PurchaseOption,
  zone: string,
): string =>
  isCancellableNow && cancellableUntil !== undefined
    ? visit.text('cancel_until', { time: visit.formats.moment(cancellableUntil, zone) })
    : visit.text('cancel_never');

export const optionName = (visit: Visit, { option }: QuotedOption): string =>
  say(option.label, visit.locale) ?? visit.text('base_price');

/** One thing that can be bought here: its price and what goes with it. */
export const optionDetails = (
  visit: Visit,
  { offer, zone }: { readonly offer: PurchaseOption; readonly zone: string },
  iconOf: IconPath,
): Html => {
  const { plan, option } = offer;
  return html`
<li class="option">
<h3><span>${optionName(visit, offer)}</span> <strong class="amount">${priceText(visit, offer)}</strong></h3>
<p class="when">${visit.formats.range(offer.start, offer.end, zone)}</p>
<p>${spaceNote(visit, offer)} ${cancellation(visit, offer, zone)}</p>
${option.priceAdvisory !== undefined && html`<p>${say(option.priceAdvisory, visit.locale)}</p>`}
${breakdown(visit, offer)}
${addOns(visit, { plan, title: visit.text('required_add_on'), rules: plan.vehicleSizes ?? [] }, iconOf)}
${addOns(visit, { plan, title: visit.text('optional_add_ons'), rules: plan.generalAddOns ?? [] }, iconOf)}
</li>`;
};
