import { createHmac } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { collectionSpec, type Documents } from '../../base/documents.js';
import { dayMs } from '../../base/durations.js';
import { unlessTaken } from '../../base/unless-taken.js';
import type { Address } from '../address.js';

/** That somebody signed in to an address from a place, lately. */
export interface KnownPlaceDocument {
  /** A keyed MAC of both: neither is kept. */
  readonly _id: string;
  /** Epoch ms. */
  readonly until: number;
}

export const knownPlaceCollection = collectionSpec<KnownPlaceDocument>({
  name: 'knownPlaces',
  indexes: [['until']],
});

/** How long a place stays known after the last sign-in from there, ms. */
export const placeKnownMs = 90 * dayMs;

/** From where owners signed in; a place is a client address, as far as limits tell them apart. Absent: unknown. */
export interface KnownPlaces {
  readonly isKnown: (address: Address, place: string | undefined) => Promise<boolean>;
  readonly remember: (address: Address, place: string | undefined) => Promise<void>;
  readonly forget: () => Promise<void>;
}

interface KnownPlacesDependencies {
  readonly documents: Documents<KnownPlaceDocument>;
  readonly clock: Pick<Clock, 'now'>;
  readonly macKey: Uint8Array;
}

/** Kept in the database, so that a restart does not give strangers the better of owners. */
export const createKnownPlaces = (dependencies: KnownPlacesDependencies): KnownPlaces => {
  const { documents, clock, macKey } = dependencies;

  const idOf = ({ key }: Address, place: string): string =>
    createHmac('sha256', macKey)
      .update(JSON.stringify(['place', key, place]))
      .digest('base64url');

  const until = async (_id: string): Promise<number> => (await documents.findOne({ _id }))?.until ?? 0;

  return {
    isKnown: async (address, place) =>
      place !== undefined && clock.now() < (await until(idOf(address, place))),
    remember: async (address, place) => {
      if (place === undefined) return;
      const _id = idOf(address, place);
      const lasts = clock.now() + placeKnownMs;
      // Who signs in every minute does not write every minute.
      if (lasts - (await until(_id)) < dayMs) return;
      // Who is beaten to it by another sign-in has nothing to add.
      await unlessTaken(() => documents.updateOne({ _id }, { $set: { until: lasts } }, { upsert: true }));
    },
    forget: async () => {
      await documents.deleteMany({ until: { $lt: clock.now() } });
    },
  };
};
