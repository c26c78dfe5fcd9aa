import { Type } from 'typebox';
import { dayMs } from '../../../base/durations.js';
import { partnerId, type RandomHex } from '../../../base/ids.js';
import { Problem } from '../../../base/problem.js';
import { raw } from '../../../base/reply.js';
import { type AnyRoute, route } from '../../../base/route.js';
import type { Partners } from '../../../webhooks/partners/partners.js';
import type { ShowPartner } from './show-partner.js';

interface RotationRowOptions {
  readonly partners: Pick<Partners, 'rotate' | 'revokePrevious'>;
  readonly show: ShowPartner;
  readonly randomHex: RandomHex;
}

const generatedBytes = 32;
const daySeconds = dayMs / 1_000;
const maxOverlapSeconds = 90 * daySeconds;

/** The new value: the operator's or a new one, never both. */
const valueFrom = (given: string | undefined, isGenerated: boolean, randomHex: RandomHex): string => {
  if ((given !== undefined) !== isGenerated) return given ?? randomHex(generatedBytes);
  throw new Problem('request_parameter_invalid', {
    fields: ['auth_header_value', 'generate'],
    details: 'give a value, or have one generated',
  });
};

/** A new value for the header while the one before still counts. */
export const createRotationRows = ({
  partners,
  show,
  randomHex,
}: RotationRowOptions): readonly AnyRoute[] => [
  route({
    method: 'POST',
    path: '/partners/:partnerId/rotate',
    operation: 'operator.partners.rotate',
    summary:
      'Sends a new header value from now on; where the partner refuses it, the one before, for `overlap_seconds` (a day). ' +
      'A value that was generated is answered this once.',
    access: 'operator',
    input: Type.Object({
      partnerId: Type.String(),
      auth_header_value: Type.Optional(Type.String()),
      generate: Type.Optional(Type.Boolean()),
      overlap_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: maxOverlapSeconds })),
    }),
    run: async (input) => {
      const { partnerId: id, auth_header_value: given, generate = false } = input;
      const { overlap_seconds: overlapSeconds = daySeconds } = input;
      const value = valueFrom(given, generate, randomHex);
      const partner = await partners.rotate(partnerId(id), value, overlapSeconds * 1_000);
      return raw(200, { ...(await show(partner)), ...(generate && { auth_header_value: value }) });
    },
  }),
  route({
    method: 'POST',
    path: '/partners/:partnerId/revoke-old',
    operation: 'operator.partners.revoke_old',
    summary: 'Ends the overlap of a rotation: the value before is not sent any more.',
    access: 'operator',
    input: Type.Object({ partnerId: Type.String() }),
    run: async ({ partnerId: id }) => raw(200, await show(await partners.revokePrevious(partnerId(id)))),
  }),
];
