import { Type } from 'typebox';
import { partnerId } from '../../base/ids.js';
import { raw } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import type { Partners } from '../../webhooks/partners/partners.js';
import { showPartner } from './show-partner.js';

const partnerName = Type.Object({ partnerId: Type.String({ maxLength: 64 }) });

/** An empty parameter counts as absent, so taking a path away has a word of its own. */
const noPath = 'none';

const pathOf = (given: string): string => (given === noPath ? '' : given);

interface PartnerRowOptions {
  readonly partners: Pick<Partners, 'list' | 'view' | 'save' | 'override' | 'resume'>;
  /** Something may now be sent. */
  readonly onReleased: () => void;
}

/** Partners and where they are told; the header's value goes in and never comes out. */
export const createPartnerRows = ({ partners, onReleased }: PartnerRowOptions): readonly AnyRoute[] => [
  route({
    method: 'GET',
    path: '/partners',
    operation: 'operator.partners.list',
    summary: 'All partners.',
    access: 'operator',
    input: Type.Object({}),
    run: async () => raw(200, (await partners.list()).map(showPartner)),
  }),
  route({
    method: 'GET',
    path: '/partners/:partnerId',
    operation: 'operator.partners.view',
    summary: 'One partner.',
    access: 'operator',
    input: partnerName,
    run: async (input) => raw(200, showPartner(await partners.view(partnerId(input.partnerId)))),
  }),
  route({
    method: 'PUT',
    path: '/partners/:partnerId',
    operation: 'operator.partners.save',
    summary: `Creates a partner or changes what is given of it; "${noPath}" takes an endpoint's path away.`,
    access: 'operator',
    input: Type.Object({
      partnerId: Type.String(),
      name: Type.Optional(Type.String()),
      auth_header_key: Type.Optional(Type.String()),
      auth_header_value: Type.Optional(Type.String()),
      base_api_url: Type.Optional(Type.String()),
      create_booking_endpoint: Type.Optional(Type.String()),
      cancel_booking_endpoint: Type.Optional(Type.String()),
      concurrency: Type.Optional(Type.Integer()),
    }),
    run: async (input) => {
      const {
        partnerId: id,
        create_booking_endpoint: create,
        cancel_booking_endpoint: cancel,
        ...given
      } = input;
      const paths = {
        ...(create === undefined ? {} : { create_booking_endpoint: pathOf(create) }),
        ...(cancel === undefined ? {} : { cancel_booking_endpoint: pathOf(cancel) }),
      };
      return raw(200, showPartner(await partners.save({ id, ...given, ...paths })));
    },
  }),
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
      return raw(200, showPartner(partner));
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
      return raw(200, showPartner(partner));
    },
  }),
];
