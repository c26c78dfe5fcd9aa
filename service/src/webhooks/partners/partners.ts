import type { Clock } from '../../base/clock.js';
import type { Documents } from '../../base/documents.js';
import { type PartnerId, partnerId } from '../../base/ids.js';
import type { Logger } from '../../base/logger.js';
import type { Seal } from '../../base/seal.js';
import type { NoticesWanted } from '../../bookings/booking.js';
import { createBreakerStore } from './breaker-store.js';
import { createChangePartner, notFound } from './change-partner.js';
import { endpointAfter } from './endpoint.js';
import { createGoingLive, type GoingLive } from './going-live.js';
import { createHeaderValues } from './header-values.js';
import { liveAfter } from './live-after.js';
import { newPartner, type Partner, type PartnerDocument, type PartnerInput } from './partner.js';
import { createPartnerBreakers, type PartnerBreakers } from './partner-breakers.js';
import { createPartnerDirectory, type PartnerDirectory } from './partner-directory.js';
import { checkNames } from './partner-names.js';
import { createPartnerStore } from './partner-store.js';
import { createPausing, type Pausing } from './pausing.js';
import { createPreviousUses, type NotePreviousUsed } from './previous-uses.js';
import { createRotation, type Rotation } from './rotation.js';
import { shownPartner } from './shown-partner.js';
import { createUnauthorisedRow, type UnauthorisedRow } from './unauthorised-row.js';

/** Partners and their endpoints: what operators do with them, and what bookings and the dispatcher need to know. */
export interface Partners
  extends PartnerDirectory,
    GoingLive,
    Pausing,
    Rotation,
    UnauthorisedRow,
    PartnerBreakers {
  /**
   * Creates the partner or changes what is given; an endpoint that leads elsewhere is off until it goes live again.
   * Throws `request_parameter_invalid` naming the fields.
   */
  readonly save: (input: PartnerInput) => Promise<Partner>;
  /** Throws `partner_not_found`. */
  readonly view: (id: PartnerId) => Promise<Partner>;
  readonly list: () => Promise<readonly Partner[]>;
  readonly noticesWanted: NoticesWanted;
  /** The secret to send. Throws when it was sealed with another key. */
  readonly headerValue: (partner: PartnerDocument) => string;
  /** The one before, while a rotation keeps it alive. Throws when it was sealed with another key. */
  readonly previousHeaderValue: (partner: PartnerDocument) => string | undefined;
  readonly notePreviousUsed: NotePreviousUsed;
}

export interface PartnersOptions {
  readonly documents: Documents<PartnerDocument>;
  readonly seal: Seal;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
  /** Opens a partner's `unauthorised` deliveries again. */
  readonly reopenUnauthorised: (partner: PartnerId) => Promise<number>;
  readonly maxAgeMs?: number;
  readonly pauseAfterUnauthorised?: number;
}

export const createPartners = (options: PartnersOptions): Partners => {
  const { seal, clock, logger, reopenUnauthorised } = options;
  const store = createPartnerStore(options.documents);
  const directory = createPartnerDirectory({ store, clock, maxAgeMs: options.maxAgeMs ?? 2_000 });
  const values = createHeaderValues(seal, clock);
  const change = createChangePartner({ store, directory });
  const breakers = createPartnerBreakers({
    breakers: createBreakerStore(options.documents),
    directory,
    change,
    logger,
  });
  const { closeBreaker } = breakers;

  const view = async (id: PartnerId): Promise<Partner> => {
    directory.forget(id);
    const partner = await directory.get(id);
    if (partner === undefined) throw notFound(id);
    return shownPartner(partner);
  };

  const insert = (id: PartnerId, input: PartnerInput): Promise<boolean> => {
    const now = clock.now();
    const endpoint = endpointAfter(input, null, seal);
    const name = input.name ?? input.id;
    return store.insert({ ...newPartner, _id: id, name, endpoint, createdAt: now, updatedAt: now });
  };

  const update = (partner: PartnerDocument, input: PartnerInput): Promise<boolean> => {
    const endpoint = endpointAfter(input, partner.endpoint, seal);
    return store.change(partner._id, partner.rev, {
      name: input.name ?? partner.name,
      endpoint,
      live: liveAfter(partner.live, partner.endpoint, endpoint),
      updatedAt: clock.now(),
    });
  };

  return {
    ...directory,
    ...breakers,
    ...createGoingLive({ store, directory, change, closeBreaker, clock, logger }),
    ...createPausing({ store, view, closeBreaker, reopenUnauthorised, clock, logger }),
    ...createRotation({ change, store, seal, clock }),
    ...createUnauthorisedRow({
      store,
      directory,
      clock,
      logger,
      pauseAfter: options.pauseAfterUnauthorised ?? 3,
    }),
    view,
    list: async () => (await store.all()).map(shownPartner),
    save: async (input) => {
      checkNames(input);
      const id = partnerId(input.id);
      return change(id, (partner) => (partner === undefined ? insert(id, input) : update(partner, input)));
    },
    noticesWanted: async (id) => {
      const endpoint = (await directory.get(id))?.endpoint;
      return {
        create: (endpoint?.createPath ?? null) !== null,
        cancel: (endpoint?.cancelPath ?? null) !== null,
      };
    },
    headerValue: values.current,
    previousHeaderValue: values.previous,
    notePreviousUsed: createPreviousUses({ store, now: clock.now }),
  };
};
