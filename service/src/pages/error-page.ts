import type { Problem } from '../base/problem.js';
import { problems } from '../base/problem-catalogue.js';
import { searchPath } from '../catalogue/site-paths.js';
import { html } from './frame/html.js';
import type { Outcome } from './frame/outcome.js';
import type { TextKey } from './visit/texts.js';
import type { Visit } from './visit/visit.js';

const titleKey = (status: number): TextKey => {
  if (status >= 500) return 'error_ours';
  if (status === 429) return 'error_busy';
  return status === 404 ? 'error_missing' : 'error_bad';
};

/** A refusal as a person reads it: what is wrong, and with which parameter. */
export const errorPage = (visit: Visit, problem: Problem): Extract<Outcome, { kind: 'page' }> => {
  const { status, code, detail } = problem;
  const title = visit.text(titleKey(status));
  const isPass = code === 'booking_not_found';
  const fields = detail.fields ?? [];
  const message = isPass ? visit.text('pass_not_found') : problems[code].message[visit.locale];
  const body = html`
<h1>${title}</h1>
${fields.length === 0 && html`<p>${message}</p>`}
${fields.map((name) => html`<p>${visit.text('error_field', { name })}</p>`)}
<p><a class="action" href="${visit.href(searchPath)}">${visit.text('find_parking')}</a></p>`;
  return { kind: 'page', title, body, isSecret: isPass };
};
