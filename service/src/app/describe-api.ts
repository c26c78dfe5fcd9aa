import { systemClock } from '../base/clock.js';
import { randomHex } from '../base/ids.js';
import { silentLogger } from '../base/logger.js';
import { openCatalogue } from '../catalogue/open-catalogue.js';
import { describeRows } from '../http/openapi/describe-rows.js';
import type { Part } from '../http/openapi/parts.js';
import type { Dialect } from '../http/openapi/record-schemas.js';
import { openDatabase } from '../storage/open.js';
import { createApi } from './api.js';
import { createDesk } from './desk.js';
import { createMail } from './mail.js';
import { createMarket } from './market.js';

/** The API described without a service: its rows are made over an empty memory and never run. */
export const describeApi = async (dialect: Dialect): Promise<Part> => {
  const clock = systemClock;
  const database = await openDatabase({ kind: 'embedded', dataDir: ':memory:', clock });
  try {
    const catalogue = openCatalogue({ database, clock, randomHex, logger: silentLogger });
    const secretKey = 'describes only';
    const { messages } = createMail({ database, clock, randomHex, logger: silentLogger, secretKey });
    const market = createMarket({ database, clock, catalogue, randomHex, secretKey, messages });
    const bookings = createDesk({
      database,
      clock,
      randomHex,
      logger: silentLogger,
      market,
      noticesWanted: async () => ({ create: false, cancel: false }),
      partnerName: async () => undefined,
      onCommitted: () => undefined,
    });
    return describeRows(createApi({ market, catalogue, bookings, clock }), dialect);
  } finally {
    await database.close();
  }
};
