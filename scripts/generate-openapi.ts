import { createApi } from '#service/app/api.js';
import { createDesk } from '#service/app/desk.js';
import { createMarket } from '#service/app/market.js';
import { systemClock } from '#service/base/clock.js';
import { randomHex } from '#service/base/ids.js';
import { silentLogger } from '#service/base/logger.js';
import { openCatalogue } from '#service/catalogue/open-catalogue.js';
import { describeRows } from '#service/http/openapi/describe-rows.js';
import { openDatabase } from '#service/storage/open.js';
import { generate } from './generated-file.js';

const clock = systemClock;
const database = await openDatabase({ kind: 'embedded', dataDir: ':memory:', clock });
const catalogue = openCatalogue({ database, clock, randomHex, logger: silentLogger });
const market = createMarket({ database, clock, catalogue, randomHex, secretKey: 'describes, never answers' });
const bookings = createDesk({
  database,
  clock,
  randomHex,
  logger: silentLogger,
  market,
  noticesWanted: async () => ({ create: false, cancel: false }),
  onCommitted: () => undefined,
});
const rows = createApi({ market, catalogue, bookings, clock });

generate(
  'docs/openapi.json',
  `${JSON.stringify(describeRows(rows, { version: 'v4', curie: 'svc' }), null, 2)}\n`,
);
await database.close();
