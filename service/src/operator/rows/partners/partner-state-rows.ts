import { Type } from 'typebox';
import { partnerId } from '../../../base/ids.js';
import { Problem } from '../../../base/problem.js';
import { raw } from '../../../base/reply.js';
import { type AnyRoute, route } from '../../../base/route.js';
import { refusedHeader } from '../../../webhooks/partners/partner-store.js';
import type { Partners } from '../../../webhooks/partners/partners.js';
import type { ShowPartner } from './show-partner.js';

interface PartnerStateRowOptions {
  readonly partners: Pick<Partners, 'override' | 'pause' | 'resume' | 'closeBreaker'>;
  readonly show: ShowPartner;
  /** Something may now be sent. */
  readonly onReleased: () => void;
}

/** Letting notices go, and holding them back. */
export const createPartnerStateRows = (options: PartnerStateRowOptions): readonly AnyRoute[] => {
  const { partners, show, onReleased } = options;
  return [
    route({
      method: 'POST',
      path: '/partners/:partnerId/override',
      operation: 'operator.partners.override',
      summary:
        'Lets notices go to an endpoint that has not passed its self test; "by" is who takes that upon them.',
      access: 'operator',
      input: Type.Object({ partnerId: Type.String(), by: Type.String() }),
      run: async ({ partnerId: id, by }) => {
        const partner = await partners.override(partnerId(id), by);
        onReleased();
        return raw(200, await show(partner));
      },
    }),
    route({
      method: 'POST',
      path: '/partners/:partnerId/pause',
      operation: 'operator.partners.pause',
      summary: 'Lets notices wait; the reason is shown until somebody resumes.',
      access: 'operator',
      input: Type.Object({
        partnerId: Type.String(),
        reason: Type.String({ minLength: 1, maxLength: 200 }),
      }),
      run: async ({ partnerId: id, reason }) => {
        if (reason === refusedHeader)
          throw new Problem('request_parameter_invalid', {
            fields: ['reason'],
            details: 'that is what the dispatcher says when it pauses by itself, and a self test ends it',
          });
        return raw(200, await show(await partners.pause(partnerId(id), reason)));
      },
    }),
    route({
      method: 'POST',
      path: '/partners/:partnerId/resume',
      operation: 'operator.partners.resume',
      summary: 'Sends again to a partner whose endpoint was paused.',
      access: 'operator',
      input: Type.Object({ partnerId: Type.String(), resend_refused: Type.Optional(Type.Boolean()) }),
      run: async ({ partnerId: id, resend_refused: resendRefused = false }) => {
        const partner = await partners.resume(partnerId(id), { resendRefused });
        onReleased();
        return raw(200, await show(partner));
      },
    }),
    route({
      method: 'POST',
      path: '/partners/:partnerId/breaker/close',
      operation: 'operator.partners.close_breaker',
      summary: 'Sends again at once to a partner that did not answer or had asked for a pause.',
      access: 'operator',
      input: Type.Object({ partnerId: Type.String({ maxLength: 64 }) }),
      run: async (input) => {
        const partner = await partners.closeBreaker(partnerId(input.partnerId));
        onReleased();
        return raw(200, await show(partner));
      },
    }),
  ];
};
