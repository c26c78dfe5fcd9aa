import type { BulkWrite, Documents } from '#service/base/documents.js';
import type { DeliveryDocument } from '#service/webhooks/deliveries/delivery.js';
import type { PlantedBug, WorkerParts } from './planted-bug.js';

const withoutToken = (write: BulkWrite<DeliveryDocument>): BulkWrite<DeliveryDocument> => {
  if (!('updateOne' in write) || !('tok' in write.updateOne.filter)) return write;
  const { tok: _, ...filter } = write.updateOne.filter;
  return { updateOne: { ...write.updateOne, filter } };
};

const changeDeliveries =
  (change: (documents: Documents<DeliveryDocument>) => Partial<Documents<DeliveryDocument>>) =>
  (documents: Parameters<NonNullable<PlantedBug['documents']>>[0]) => ({
    ...documents,
    deliveries: { ...documents.deliveries, ...change(documents.deliveries) },
  });

/** Remembers what was claimed, so that something can be done with it at the wrong time. */
const markEarly = (parts: WorkerParts): WorkerParts => {
  const claimed = new Map<string, DeliveryDocument>();
  return {
    ...parts,
    deliveries: {
      ...parts.deliveries,
      claim: async (request) => {
        const claim = await parts.deliveries.claim(request);
        for (const delivery of claim.claimed) claimed.set(delivery._id, delivery);
        return claim;
      },
    },
    post: async (request) => {
      const delivery = claimed.get(request.headers['parking-delivery'] ?? '');
      if (delivery !== undefined) {
        const { due } = delivery;
        await parts.deliveries.settle([{ delivery, st: 'delivered', due, at: due, last: '202' }]);
      }
      return parts.post(request);
    },
  };
};

/** The issue's own four first. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'outcomes are written whoever holds the delivery',
    shows: /without being opened again|is sent twice/,
    documents: changeDeliveries((inner) => ({
      bulkWrite: (writes, options) => inner.bulkWrite(writes.map(withoutToken), options),
    })),
  },
  {
    name: 'a process claims with one token all its life',
    shows: /is sent twice|its lease ended before|without a record/,
    parts: (parts) => {
      const token = parts.randomHex(16);
      return { ...parts, randomHex: () => token };
    },
  },
  {
    name: 'a notice is marked delivered before its answer',
    shows: /had 0 effects/,
    parts: markEarly,
  },
  {
    name: 'the outbox is emptied whatever was written since it was read',
    shows: /:cancel (is missing|had 0 effects)/,
    documents: (documents) => ({
      ...documents,
      bookings: {
        ...documents.bookings,
        updateOne: (filter, update, options) => {
          const { rev: _, ...others } = filter;
          const isClearing = update.$unset?.outAt !== undefined;
          return documents.bookings.updateOne(isClearing ? others : filter, update, options);
        },
      },
    }),
  },
  {
    name: 'a lease is not looked at before sending',
    shows: /its lease ended before|does not hold it/,
    parts: (parts) => ({
      ...parts,
      settings: { ...parts.settings, exchangeMs: -86_400_000 },
      post: (request) => parts.post({ ...request, deadlineMs: 10_000 }),
    }),
  },
  {
    name: 'a claim takes what it found without asking again whether it is due',
    shows: /does not hold it|its lease ended before/,
    documents: changeDeliveries((inner) => ({
      updateMany: (filter, update) => {
        const { due: _due, st: _st, ...others } = filter;
        return inner.updateMany(others, update);
      },
    })),
  },
  {
    name: 'a cancel does not wait for its create',
    shows: /while its create is open/,
    parts: (parts) => ({
      ...parts,
      deliveries: {
        ...parts.deliveries,
        findMany: async (partner, ids) =>
          (await parts.deliveries.findMany(partner, ids)).map((found) => ({ ...found, st: 'delivered' })),
      },
    }),
  },
  {
    name: 'the outbox is emptied before its notices are made',
    shows: /had 0 effects/,
    parts: (parts) => ({
      ...parts,
      outbox: {
        ...parts.outbox,
        due: async (limit) => {
          const found = await parts.outbox.due(limit);
          for (const booking of found) await parts.outbox.clear(booking);
          return found;
        },
      },
    }),
  },
  {
    name: 'an outcome is written before the record of its attempt',
    shows: /without a record of the attempt/,
    parts: (parts) => {
      const waiting: Parameters<typeof parts.attempts.add>[0][number][] = [];
      return {
        ...parts,
        attempts: {
          ...parts.attempts,
          add: async (attempts) => void waiting.push(...attempts),
        },
        deliveries: {
          ...parts.deliveries,
          settle: async (settlements) => {
            const settled = await parts.deliveries.settle(settlements);
            await parts.attempts.add(waiting.splice(0));
            return settled;
          },
        },
      };
    },
  },
  {
    name: 'a breaker is moved whoever has moved it meanwhile',
    shows: /tries the partner/,
    documents: (documents) => ({
      ...documents,
      partners: {
        ...documents.partners,
        updateOne: (filter, update, options) => {
          const { 'breaker.rev': _, ...others } = filter;
          return documents.partners.updateOne(others, update, options);
        },
      },
    }),
  },
  {
    name: 'the kit records a notice as done before its effect',
    shows: /had 0 effects/,
    desk: (desk) => ({
      ...desk,
      store: {
        ...desk.store,
        claim: async (key, leaseMs) => {
          const claim = await desk.store.claim(key, leaseMs);
          if (claim.state === 'claimed') await desk.store.done(claim.token);
          return claim;
        },
      },
    }),
  },
  {
    name: 'the kit forgets what it has handled',
    shows: /had [2-9] effects/,
    desk: (desk) => ({
      ...desk,
      store: {
        ...desk.store,
        claim: async (key, leaseMs) => {
          await desk.store.forget(key);
          return desk.store.claim(key, leaseMs);
        },
      },
    }),
  },
];
