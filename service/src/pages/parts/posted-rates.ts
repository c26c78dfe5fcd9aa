import { say } from '../../base/locale.js';
import { money } from '../../base/money.js';
import type { Location } from '../../catalogue/location.js';
import type { PostedRate } from '../../catalogue/posted-rate.js';
import { type Html, html, nothing } from '../frame/html.js';
import type { Visit } from '../visit/visit.js';

const span = (visit: Visit, { fromMinutes, toMinutes }: PostedRate): string | undefined => {
  const { duration } = visit.formats;
  if (toMinutes !== undefined && fromMinutes !== undefined && fromMinutes > 0)
    return `${duration(fromMinutes)} – ${duration(toMinutes)}`;
  if (toMinutes !== undefined) return visit.text('up_to', { duration: duration(toMinutes) });
  return fromMinutes === undefined
    ? undefined
    : visit.text('longer_than', { duration: duration(fromMinutes) });
};

const row = (visit: Visit, { currency }: Location, rate: PostedRate): Html => {
  const { locale, formats, text } = visit;
  const note = [span(visit, rate), say(rate.text, locale)].filter(
    (part) => part !== undefined && part !== '',
  );
  const price = rate.priceMinor === 0 ? text('free') : undefined;
  const amount =
    rate.priceMinor === undefined ? '' : (price ?? formats.money(money(currency, rate.priceMinor)));
  return html`<div><dt>${say(rate.label, locale)}${note.length > 0 && html` <small>${note.join(' · ')}</small>`}</dt><dd>${amount}</dd></div>`;
};

/** What is posted at the entrance: paid there, never booked. */
export const postedRates = (visit: Visit, location: Location): Html => {
  const rates = location.nonBookableRates ?? [];
  return rates.length === 0
    ? nothing
    : html`
<section aria-labelledby="posted-rates"><h2 id="posted-rates">${visit.text('posted_rates')}</h2>
<p>${visit.text('posted_rates_note')}</p>
<dl class="facts">${rates.map((rate) => row(visit, location, rate))}</dl></section>`;
};
