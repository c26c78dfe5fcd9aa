import { systemClock } from '../../../src/base/clock.js';
import { partnerId } from '../../../src/base/ids.js';
import { createAddressPolicy } from '../../../src/outbound/address-policy.js';
import { createOutbound, type OutboundOptions } from '../../../src/outbound/create-outbound.js';
import type { AttemptDocument, DeliveryDocument } from '../../../src/webhooks/deliveries/delivery.js';
import type { DispatchSettings } from '../../../src/webhooks/dispatch/dispatch-settings.js';
import type { Partner } from '../../../src/webhooks/partners/partner.js';
import { openWorld, savePartner } from '../world.js';

/** What there is after a notice was tried. */
export interface Aftermath {
  readonly delivery: DeliveryDocument;
  readonly attempts: readonly AttemptDocument[];
  readonly partner: Partner;
}

export interface WireWorld {
  /** A new partner at that address gets one notice; resolves when what came of it is written. */
  readonly notify: (baseUrl: string) => Promise<Aftermath>;
  /** Sends that partner's notice again, at once. */
  readonly again: (after: Aftermath) => Promise<Aftermath>;
  readonly close: () => Promise<void>;
}

/** As short as a loaded machine allows. */
export const exchangeMs = 400;

/** One worker over real sockets; every exchange ends within `exchangeMs`, and one failure opens a breaker. */
export const openWireWorld = async (
  options: Partial<OutboundOptions> = {},
  settings: Partial<DispatchSettings> = {},
): Promise<WireWorld> => {
  const world = await openWorld({ clock: systemClock });
  const isAddressAllowed = createAddressPolicy({ allowPrivateTargets: true });
  const outbound = createOutbound({ isAddressAllowed, ...options });
  let tell: () => void = () => undefined;
  let ofPartner = 0;
  const worker = world.openWorker({
    post: outbound.post,
    settings: { exchangeMs, flushMs: 1, failuresToOpen: 1, ...settings },
    hooks: {
      before: ({ collection }) => {
        if (collection === 'partners') ofPartner += 1;
      },
      after: ({ collection, method }) => {
        if (collection === 'partners') ofPartner -= 1;
        if (collection === 'deliveries' && method === 'bulkWrite') setImmediate(() => tell());
      },
    },
  });
  worker.dispatcher.start();
  let count = 0;

  const written = async (id: string, attempt: number): Promise<DeliveryDocument> => {
    for (;;) {
      const isTold = new Promise<void>((resolve) => {
        tell = resolve;
      });
      const delivery = await worker.deliveries.view(id);
      if (delivery.n >= attempt && (delivery.tok ?? null) === null) return delivery;
      await isTold;
    }
  };

  /** A breaker moves beside the outcome; on a server it may be written after it. */
  const partnerWritten = async (): Promise<void> => {
    for (let quiet = 0; quiet < 4; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (ofPartner > 0) quiet = -1;
    }
  };

  const aftermath = async (id: string, attempt: number): Promise<Aftermath> => {
    const delivery = await written(id, attempt);
    await partnerWritten();
    const attempts = await worker.deliveries.attempts(id);
    return { delivery, attempts, partner: await worker.partners.view(delivery.partner) };
  };

  return {
    notify: async (baseUrl) => {
      count += 1;
      const id = partnerId(`partner-${count}`);
      await savePartner(worker, { id, base_api_url: baseUrl });
      await world.put(id, [[count, 'create']]);
      worker.dispatcher.nudge(id);
      return aftermath(`${count}:create`, 1);
    },
    again: async ({ delivery: { _id: id, partner, n } }) => {
      await worker.deliveries.resend(id);
      worker.dispatcher.nudge(partner);
      return aftermath(id, n + 1);
    },
    close: async () => {
      await worker.dispatcher.stop();
      await outbound.close();
      await world.close();
    },
  };
};
