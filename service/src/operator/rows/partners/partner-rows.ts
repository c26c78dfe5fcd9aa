import { Type } from 'typebox';
import type { Clock } from '../../../base/clock.js';
import { partnerId, type RandomHex } from '../../../base/ids.js';
import { raw } from '../../../base/reply.js';
import { type AnyRoute, route } from '../../../base/route.js';
import { sideBySide } from '../../../base/side-by-side.js';
import type { Backlog } from '../../../webhooks/deliveries/backlog.js';
import type { Partners } from '../../../webhooks/partners/partners.js';
import type { SelfTests } from '../../../webhooks/self-test/self-tests.js';
import { createPartnerStateRows } from './partner-state-rows.js';
import { createRotationRows } from './rotation-rows.js';
import { createSelfTestRows } from './self-test-rows.js';
import { createShowPartner, type ShowPartner } from './show-partner.js';

const partnerName = Type.Object({ partnerId: Type.String({ maxLength: 64 }) });

/** An empty parameter counts as absent, so taking a path away has a word of its own. */
const noPath = 'none';

const pathOf = (given: string): string => (given === noPath ? '' : given);

export interface PartnerRowOptions {
  readonly partners: Pick<
    Partners,
    'list' | 'view' | 'save' | 'override' | 'pause' | 'resume' | 'closeBreaker' | 'rotate' | 'revokePrevious'
  >;
  readonly backlog: Pick<Backlog, 'of'>;
  readonly selfTests: Pick<SelfTests, 'begin' | 'view' | 'list' | 'last'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomHex: RandomHex;
  /** Something may now be sent. */
  readonly onReleased: () => void;
}

/** A few: what one operator asks must not crowd out the dispatcher's reads. */
const atOnce = 4;

const createRegistryRows = ({ partners }: PartnerRowOptions, show: ShowPartner): readonly AnyRoute[] => [
  route({
    method: 'GET',
    path: '/partners',
    operation: 'operator.partners.list',
    summary: 'All partners.',
    access: 'operator',
    input: Type.Object({}),
    run: async () => raw(200, await sideBySide(await partners.list(), atOnce, show)),
  }),
  route({
    method: 'GET',
    path: '/partners/:partnerId',
    operation: 'operator.partners.view',
    summary: 'One partner.',
    access: 'operator',
    input: partnerName,
    run: async (input) => raw(200, await show(await partners.view(partnerId(input.partnerId)))),
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
      return raw(200, await show(await partners.save({ id, ...given, ...paths })));
    },
  }),
];

/** Partners and where they are told; the header's value goes in and never comes out. */
export const createPartnerRows = (options: PartnerRowOptions): readonly AnyRoute[] => {
  const { partners, backlog, selfTests, clock, randomHex, onReleased } = options;
  const show = createShowPartner({ backlogOf: backlog.of, lastTestOf: selfTests.last, now: clock.now });
  return [
    ...createRegistryRows(options, show),
    ...createPartnerStateRows({ partners, show, onReleased }),
    ...createSelfTestRows({ selfTests, partners }),
    ...createRotationRows({ partners, show, randomHex }),
  ];
};
