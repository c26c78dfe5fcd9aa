import type { Clock } from '../../base/clock.js';
import type { Documents } from '../../base/documents.js';
import { type PartnerId, partnerId } from '../../base/ids.js';
import type { Logger } from '../../base/logger.js';
import { Problem } from '../../base/problem.js';
import type { Seal } from '../../base/seal.js';
import type { NoticesWanted } from '../../bookings/booking.js';
import { endpointAfter } from './endpoint.js';
import type { Partner, PartnerDocument, PartnerInput } from './partner.js';
import { createPartnerDirectory, type PartnerDirectory } from './partner-directory.js';
import { createPartnerStore } from './partner-store.js';

export interface ResumeOptions {
  /** Also sends again what was answered 401. */
  readonly resendRefused: boolean;
}

export interface Partners extends PartnerDirectory {
  /** Creates the partner or changes what is given. Throws `request_parameter_invalid` naming the fields. */
  readonly save: (input: PartnerInput) => Promise<Partner>;
  /** Throws `partner_not_found`. */
  readonly view: (id: PartnerId) => Promise<Partner>;
  readonly list: () => Promise<readonly Partner[]>;
  /** Its notices wait. Throws `partner_not_found`. */
  readonly pause: (id: PartnerId, reason: string) => Promise<Partner>;
  /** What waited is sent again from now on. Throws `partner_not_found`. */
  readonly resume: (id: PartnerId, options: ResumeOptions) => Promise<Partner>;
  readonly noticesWanted: NoticesWanted;
  /** The secret to send. Throws when it was sealed with another key. */
  readonly headerValue: (partner: PartnerDocument) => string;
  /** Counts a 401 to that state's header and pauses the endpoint after several in a row. */
  readonly noteUnauthorised: (partner: PartnerDocument) => Promise<void>;
  /** A success ends the row of 401s. */
  readonly noteAccepted: (partner: PartnerDocument) => Promise<void>;
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
const saveAttempts = 5;

const shown = (partner: PartnerDocument): Partner => {
  if (partner.endpoint === null) return { ...partner, endpoint: null };
  const { authHeaderValueSealed: _sealed, ...endpoint } = partner.endpoint;
  return { ...partner, endpoint };
};

const isName = (text: string): boolean => text.trim() !== '' && text.length <= 200;

const checkNames = ({ id, name }: PartnerInput): void => {
  const fields = [
    ...(idPattern.test(id) ? [] : ['id']),
    ...(name === undefined || isName(name) ? [] : ['name']),
  ];
  if (fields.length > 0) throw new Problem('request_parameter_invalid', { fields });
};

const notFound = (id: PartnerId): Problem =>
  new Problem('partner_not_found', { details: `no partner ${id}` });

/** Partners and their endpoints: the operator's verbs, and what bookings and the dispatcher need to know. */
export const createPartners = (options: PartnersOptions): Partners => {
  const { seal, clock, logger } = options;
  const pauseAfter = options.pauseAfterUnauthorised ?? 3;
  const store = createPartnerStore(options.documents);
  const directory = createPartnerDirectory({ store, clock, maxAgeMs: options.maxAgeMs ?? 2_000 });
  const secrets = new Map<PartnerId, { readonly sealed: string; readonly value: string }>();

  const current = async (id: PartnerId): Promise<PartnerDocument> => {
    directory.forget(id);
    const partner = await directory.get(id);
    if (partner === undefined) throw notFound(id);
    return partner;
  };

  const insert = (id: PartnerId, input: PartnerInput): Promise<boolean> => {
    const now = clock.now();
    const endpoint = endpointAfter(input, null, seal);
    return store.insert({
      _id: id,
      name: input.name ?? input.id,
      rev: 1,
      paused: null,
      unauthorisedInRow: 0,
      endpoint,
      createdAt: now,
      updatedAt: now,
    });
  };

  const change = (partner: PartnerDocument, input: PartnerInput): Promise<boolean> =>
    store.change(partner._id, partner.rev, {
      name: input.name ?? partner.name,
      endpoint: endpointAfter(input, partner.endpoint, seal),
      updatedAt: clock.now(),
    });

  const save = async (input: PartnerInput): Promise<Partner> => {
    checkNames(input);
    const id = partnerId(input.id);
    for (let attempt = 0; attempt < saveAttempts; attempt += 1) {
      const known = await store.find(id);
      const isSaved = known === undefined ? await insert(id, input) : await change(known, input);
      if (isSaved) return shown(await current(id));
    }
    throw new Problem('service_unavailable', { details: `partner ${id} keeps changing` });
  };

  const resume = async (id: PartnerId, { resendRefused }: ResumeOptions): Promise<Partner> => {
    // Opened before they may be sent: a crash in between leaves a paused partner, and the operator asks again.
    const reopened = resendRefused ? await options.reopenUnauthorised(id) : 0;
    if (!(await store.resume(id, clock.now()))) throw notFound(id);
    logger.info({ partner: id, reopened }, 'endpoint resumed');
    return shown(await current(id));
  };

  return {
    ...directory,
    save,
    resume,
    view: async (id) => shown(await current(id)),
    list: async () => (await store.all()).map(shown),
    pause: async (id, reason) => {
      if (!(await store.pause(id, reason, clock.now()))) throw notFound(id);
      return shown(await current(id));
    },
    noticesWanted: async (id) => {
      const endpoint = (await directory.get(id))?.endpoint;
      return {
        create: (endpoint?.createPath ?? null) !== null,
        cancel: (endpoint?.cancelPath ?? null) !== null,
      };
    },
    headerValue: ({ _id: id, endpoint }) => {
      const sealed = endpoint?.authHeaderValueSealed ?? '';
      const known = secrets.get(id);
      if (known?.sealed === sealed) return known.value;
      const value = seal.open(sealed);
      secrets.set(id, { sealed, value });
      return value;
    },
    noteUnauthorised: async ({ _id: id, rev }) => {
      const inRow = await store.countUnauthorised(id, rev);
      directory.forget(id);
      if (inRow === undefined || inRow < pauseAfter) return;
      if (!(await store.pauseUnauthorised(id, rev, clock.now()))) return;
      directory.forget(id);
      logger.error({ partner: id, inRow }, 'endpoint paused: the partner refuses its authorization header');
    },
    noteAccepted: async ({ _id: id, rev, unauthorisedInRow }) => {
      if (unauthorisedInRow === 0) return;
      await store.clearUnauthorised(id, rev);
      directory.forget(id);
    },
  };
};
