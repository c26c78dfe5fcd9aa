import type { OutboundOutcome } from '../../outbound/outbound.js';
import { secretForms } from './secret-forms.js';

const mark = '[secret]';
/** A shorter beginning of a secret at a cut could be anything. */
const shortestTail = 4;

/** A body that was cut may end within a secret. */
const withoutTail = (text: string, secret: string): string => {
  for (let length = Math.min(secret.length - 1, text.length); length >= shortestTail; length -= 1)
    if (text.endsWith(secret.slice(0, length))) return text.slice(0, -length) + mark;
  return text;
};

/** A partner's answer may repeat the header it was sent; what is kept of it is shown to operators. */
export const withoutSecrets = (outcome: OutboundOutcome, secrets: readonly string[]): OutboundOutcome => {
  if (outcome.kind === 'failed' || outcome.body === '') return outcome;
  const forms = secrets.flatMap(secretForms);
  forms.sort((left, right) => right.length - left.length);
  let { body } = outcome;
  for (const form of forms) body = body.replaceAll(form, mark);
  if (outcome.isBodyCut) for (const form of forms) body = withoutTail(body, form);
  return { ...outcome, body };
};
