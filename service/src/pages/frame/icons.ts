import { say } from '../../base/locale.js';
import type { ValidationRules } from '../../catalogue/location.js';
import type { Visit } from '../visit/visit.js';
import type { Assets } from './assets.js';
import { type Html, html } from './html.js';

/** The address of an icon that the catalogue names, or of the one that stands for its kind. */
export type IconPath = (path: string | undefined, fallback: 'step' | 'add-on') => string;

/** Only icons of ours are shown: a page fetches nothing from elsewhere. */
export const createIconOf =
  (assets: Pick<Assets, 'find'>): IconPath =>
  (path, fallback) =>
    path?.startsWith('/icons/') === true && assets.find(path) !== undefined ? path : `/icons/${fallback}.svg`;

/** What a driver does to get in and out, in order. */
export const validationSteps = (
  visit: Visit,
  { steps }: Pick<ValidationRules, 'steps'>,
  iconOf: IconPath,
): Html | undefined =>
  steps.length === 0
    ? undefined
    : html`
<section aria-labelledby="getting-in"><h2 id="getting-in">${visit.text('getting_in')}</h2>
<ol class="steps">${steps.map(
        (step) =>
          html`<li><img src="${iconOf(step.iconPath, 'step')}" alt="" width="40" height="40"><span>${say(step.instructions, visit.locale)}</span></li>`,
      )}</ol></section>`;
