import type { Clock } from '../../base/clock.js';
import type { Documents } from '../../base/documents.js';
import { type PartnerId, partnerId } from '../../base/ids.js';
import type { Logger } from '../../base/logger.js';
import { Problem } from '../../base/problem.js';
import type { Seal } from '../../base/seal.js';
import type { NoticesWanted } from '../../bookings/booking.js';
import { createBreakerStore } from './breaker-store.js';
import { createChangePartner, notFound, reachable } from './change-partner.js';
import { endpointAfter } from './endpoint.js';
import { liveAfter } from './go-live.js';
import { createHeaderValues } from './header-values.js';
import { newPartner, type Partner, type PartnerDocument, type PartnerInput } from './partner.js';
import { createPartnerBreakers, type PartnerBreakers } from './partner-breakers.js';
import { createPartnerDirectory, type PartnerDirectory } from './partner-directory.js';
import { createPartnerStore } from './partner-store.js';
import { createPreviousUses, type NotePreviousUsed } from './previous-uses.js';
import { createRotation, type Rotation } from './rotation.js';
import { shownPartner } from './shown-partner.js';
import { createUnauthorisedRow, type UnauthorisedRow } from './unauthorised-row.js';

export interface ResumeOptions {
  /** Also sends again what was answered 401. */
  readonly resendRefused: boolean;
}

export interface Partners extends PartnerDirectory, Rotation, UnauthorisedRow, PartnerBreakers {
  /**
   * Creates the partner or changes what is given; an endpoint that leads elsewhere is off until it goes live again.
   * Throws `request_parameter_invalid` naming the fields.
   */
  readonly save: (input: PartnerInput) => Promise<Partner>;
  /** Throws `partner_not_found`. */
  readonly view: (id: PartnerId) => Promise<Partner>;
  readonly list: () => Promise<readonly Partner[]>;
  /**
   * Lets notices go to an endpoint that was not tried; `by` is the operator's name.
   * Throws `partner_not_found`, `partner_endpoint_missing`, `request_parameter_invalid`.
   */
  readonly override: (id: PartnerId, by: string) => Promise<Partner>;
  /**
   * Lets notices go to the endpoint that has passed its self test as of `rev`, and ends a pause that refusals brought
   * about; false when the partner has changed since.
   */
  readonly goLive: (id: PartnerId, rev: number) => Promise<boolean>;
  /** Its notices wait. Throws `partner_not_found`. */
  readonly pause: (id: PartnerId, reason: string) => Promise<Partner>;
  /** What waited is sent again from now on. Throws `partner_not_found`. */
  readonly resume: (id: PartnerId, options: ResumeOptions) => Promise<Partner>;
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

const idPattern = /^[a-z0-9][a-z0-9_-]{0,63}$/;
/** Who lets endpoints go live without an operator. */
const reservedNames: ReadonlySet<string> = new Set(['self-test', 'upgrade']);

const isName = (text: string): boolean => text.trim() !== '' && text.length <= 200;

const isOperatorName = (text: string): boolean => isName(text) && !reservedNames.has(text);

const checkNames = ({ id, name }: PartnerInput): void => {
  const fields = [
    ...(idPattern.test(id) ? [] : ['id']),
    ...(name === undefined || isName(name) ? [] : ['name']),
  ];
  if (fields.length > 0) throw new Problem('request_parameter_invalid', { fields });
};

/** Partners and their endpoints: the operator's verbs, and what bookings and the dispatcher need to know. */
export const createPartners = (options: PartnersOptions): Partners => {
  const { seal, clock, logger } = options;
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
    override: async (id, by) => {
      if (!isOperatorName(by)) throw new Problem('request_parameter_invalid', { fields: ['by'] });
      const shown = await change(id, async (partner) => {
        const { rev } = reachable(id, partner);
        return store.goLive(id, rev, { at: clock.now(), by });
      });
      logger.warn({ partner: id, by }, 'endpoint live without a self test');
      return shown.breaker.st === 'closed' ? shown : breakers.closeBreaker(id);
    },
    goLive: async (id, rev) => {
      const now = clock.now();
      const isLive = await store.goLive(id, rev, { at: now, by: 'self-test' });
      if (isLive) await store.resumeUnauthorised(id, now);
      directory.forget(id);
      return isLive;
    },
    pause: async (id, reason) => {
      if (!(await store.pause(id, reason, clock.now()))) throw notFound(id);
      return view(id);
    },
    resume: async (id, { resendRefused }) => {
      // Opened before they may be sent: a crash in between leaves a paused partner, and the operator asks again.
      const reopened = resendRefused ? await options.reopenUnauthorised(id) : 0;
      if (!(await store.resume(id, clock.now()))) throw notFound(id);
      logger.info({ partner: id, reopened }, 'endpoint resumed');
      // Who resumes says that the partner is well.
      return breakers.closeBreaker(id);
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
