import { type Html, html } from '../frame/html.js';
import { localDigits, type Stay, type StayRule } from '../visit/stay.js';
import type { Visit } from '../visit/visit.js';

/** A form for another stay; a plain GET, so it works without scripts. */
export const stayForm = (
  visit: Visit,
  form: {
    readonly action: string;
    readonly stay: Stay;
    readonly rule: Pick<StayRule, 'names' | 'zone'>;
    /** Further parameters of the page, passed on. */
    readonly kept: readonly (readonly [string, string])[];
  },
): Html => {
  const { action, stay, rule, kept } = form;
  const field = (name: string, label: string, at: number): Html => html`
<p><label for="${name}">${label}</label><input type="datetime-local" id="${name}" name="${name}" value="${localDigits(at, rule.zone)}" required></p>`;
  const language = visit.query.get('locale');
  const hidden = language === null ? kept : [...kept, ['locale', language] as const];
  return html`
<form class="stay" action="${action}" method="get" aria-label="${visit.text('your_stay')}">
${hidden.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${field(rule.names.start, visit.text('from'), stay.start)}
${field(rule.names.end, visit.text('until'), stay.end)}
<p><button>${visit.text('show_prices')}</button></p>
<p class="hint">${visit.text('local_times', { zone: rule.zone.replaceAll('_', ' ') })}</p>
</form>`;
};
