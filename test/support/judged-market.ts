import type { Profile } from '#conformance/index.js';
import { type JudgedMarket, senderProfile, startJudgedReceiver } from '#scripts/demo/conformance-step.js';
import { startService } from '#scripts/demo/service-process.js';
import { createTestStorage } from './test-storage.js';

/** A service with the demo catalogue, and all that a conformance run needs to judge it. */
export interface MarketToJudge {
  readonly server: string;
  readonly isAtomic: boolean;
  readonly market: JudgedMarket;
  /** The API and its sender. */
  readonly sender: Profile;
  readonly startReceiver: () => ReturnType<typeof startJudgedReceiver>;
  readonly end: () => Promise<void>;
}

const user = { email: 'user@example.org', password: 'a password of the tests' };

export const openMarketToJudge = async (): Promise<MarketToJudge> => {
  const storage = await createTestStorage();
  const service = await startService({
    ...storage.settings,
    PARKING_OPERATOR_TOKEN: storage.settings['PARKING_OPERATOR_TOKEN'] ?? '',
    PARKING_DEMO: 'on',
    PARKING_SANDBOX: 'on',
  });
  await service.operate('POST', '/customers', user);
  await service.operate('PUT', '/partners/stranger', { name: 'Stranger' });
  const stranger = await service.operate('POST', '/clients', {
    name: 'stranger',
    partner: 'stranger',
    scopes: ['public', 'partner'],
  });
  const market = {
    service,
    user,
    client: { id: String(stranger['client_id']), secret: String(stranger['client_secret']) },
  };
  return {
    server: storage.server,
    isAtomic: storage.isAtomic,
    market,
    sender: await senderProfile(market),
    startReceiver: () => startJudgedReceiver(market),
    end: async () => {
      await service.end();
      await storage.remove();
    },
  };
};
