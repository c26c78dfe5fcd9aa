import type { Clock } from '../../base/clock.js';
import type { PartnerId } from '../../base/ids.js';
import type { Logger } from '../../base/logger.js';
import type { PartnerDocument } from './partner.js';
import type { PartnerDirectory } from './partner-directory.js';
import type { PartnerStore } from './partner-store.js';

/** The row of 401s that ends in a pause. */
export interface UnauthorisedRow {
  /**
   * Counts a 401 to that state's header and pauses the endpoint after several in a row; false when the partner has changed
   * since, and its header with it perhaps.
   */
  readonly noteUnauthorised: (partner: PartnerDocument) => Promise<boolean>;
  /** A success ends the row of 401s. */
  readonly noteAccepted: (partner: PartnerDocument) => Promise<void>;
}

interface UnauthorisedRowOptions {
  readonly store: Pick<PartnerStore, 'countUnauthorised' | 'pauseUnauthorised' | 'clearUnauthorised'>;
  readonly directory: Pick<PartnerDirectory, 'forget'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
  readonly pauseAfter: number;
}

export const createUnauthorisedRow = (options: UnauthorisedRowOptions): UnauthorisedRow => {
  const { store, directory, clock, logger, pauseAfter } = options;
  /** Rows begun here: the partner that an answer came from was read before, and knows nothing of them. */
  const begun = new Map<PartnerId, PartnerDocument['rev']>();

  const pause = async ({ _id: id, rev }: PartnerDocument, inRow: number): Promise<void> => {
    if (!(await store.pauseUnauthorised(id, rev, clock.now()))) return;
    directory.forget(id);
    logger.error({ partner: id, inRow }, 'endpoint paused: the partner refuses its authorization header');
  };

  return {
    noteUnauthorised: async (partner) => {
      const { _id: id, rev } = partner;
      begun.set(id, rev);
      const inRow = await store.countUnauthorised(id, rev);
      directory.forget(id);
      if (inRow !== undefined && inRow >= pauseAfter) await pause(partner, inRow);
      return inRow !== undefined;
    },
    noteAccepted: async ({ _id: id, rev, unauthorisedInRow }) => {
      if (unauthorisedInRow === 0 && begun.get(id) !== rev) return;
      begun.delete(id);
      await store.clearUnauthorised(id, rev);
      directory.forget(id);
    },
  };
};
