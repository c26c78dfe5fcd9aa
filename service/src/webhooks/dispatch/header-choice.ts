import type { PartnerId } from '../../base/ids.js';
import type { AttemptDocument } from '../deliveries/delivery.js';
import type { PartnerDocument } from '../partners/partner.js';
import type { Partners } from '../partners/partners.js';

/** One of the two values that a partner's header may have during a rotation. */
export interface HeaderValue {
  readonly which: NonNullable<AttemptDocument['header']>;
  readonly value: string;
}

/** Which value goes first: the current one, but for a while the one before where that was needed. */
export interface HeaderChoice {
  /** The values to try, one or two, in order. Throws when the current one was sealed with another key. */
  readonly of: (partner: PartnerDocument) => readonly [HeaderValue, ...HeaderValue[]];
  /** The partner took this value, or it is to be tried first the next time. */
  readonly prefer: (partner: PartnerDocument, which: HeaderValue['which']) => void;
}

interface HeaderChoiceOptions {
  readonly partners: Pick<Partners, 'headerValue' | 'previousHeaderValue'>;
  readonly now: () => number;
}

const preferredMs = 60_000;

export const createHeaderChoice = ({ partners, now }: HeaderChoiceOptions): HeaderChoice => {
  const preferred = new Map<PartnerId, { readonly sealed: string; readonly until: number }>();

  const isPreferred = ({ _id, endpoint }: PartnerDocument): boolean => {
    const known = preferred.get(_id);
    return (
      known !== undefined && known.sealed === endpoint?.previous?.authHeaderValueSealed && now() < known.until
    );
  };

  const previousValue = (partner: PartnerDocument): string | undefined => {
    try {
      return partners.previousHeaderValue(partner);
    } catch {
      // Sealed with another key: the current one must not wait for it.
      return undefined;
    }
  };

  return {
    of: (partner) => {
      const current: HeaderValue = { which: 'current', value: partners.headerValue(partner) };
      const value = previousValue(partner);
      if (value === undefined || value === current.value) return [current];
      const previous: HeaderValue = { which: 'previous', value };
      return isPreferred(partner) ? [previous, current] : [current, previous];
    },
    prefer: (partner, which) => {
      const sealed = partner.endpoint?.previous?.authHeaderValueSealed;
      if (which === 'current' || sealed === undefined) preferred.delete(partner._id);
      else preferred.set(partner._id, { sealed, until: now() + preferredMs });
    },
  };
};
