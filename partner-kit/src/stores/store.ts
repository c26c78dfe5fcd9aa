/** The two events a marketplace tells about a booking. */
export type NoticeKind = 'create' | 'cancel';

/** What is handled once: one kind of notice of one booking, within one namespace. */
export interface NoticeKey {
  /** Keeps marketplaces or environments apart that share a store. */
  readonly namespace: string;
  readonly bookingId: number;
  readonly kind: NoticeKind;
}

export type Claim =
  | {
      readonly state: 'claimed';
      /** New for every claim; names it in `renew`, `done` and `release`. */
      readonly token: string;
      /** Larger than that of every earlier claim of the same booking, of either kind. */
      readonly fence: number;
      /** Whether the booking's other kind of notice is finished already. */
      readonly isOtherKindDone: boolean;
    }
  | { readonly state: 'done' }
  | { readonly state: 'busy' };

/** `lost`: the claim is no longer the booking's current one. */
export type Held = 'ok' | 'lost';

/**
 * Remembers which notices were handled. One row per booking holds both kinds, so that their handlers never run together.
 * Any method may reject when the store is broken or full; the receiver then answers 404 and the notice comes again.
 * `storeContract` of `partner-kit/testing` checks every sentence below.
 */
export interface NoticeStore {
  /**
   * Claims a notice for `leaseMs`. `done`: it is finished. `busy`: either kind of this booking is claimed and its lease
   * runs; a lost race with another claim (a duplicate-key error, say) is `busy` too.
   */
  readonly claim: (key: NoticeKey, leaseMs: number) => Promise<Claim>;
  /** Starts the lease anew. A lease that merely ran out, with no claim since, is still `ok`. */
  readonly renew: (token: string, leaseMs: number) => Promise<Held>;
  /** Marks the notice finished for good. Repeating it with the same token is `ok`: the first answer may have been lost. */
  readonly done: (token: string) => Promise<Held>;
  /** Gives the claim back, so that the next attempt gets it at once. `lost` after `done`, which it never undoes. */
  readonly release: (token: string) => Promise<Held>;
  /** Makes a finished notice claimable again, for a replay after lost data; a claim in progress is left alone. */
  readonly forget: (key: NoticeKey) => Promise<void>;
}
