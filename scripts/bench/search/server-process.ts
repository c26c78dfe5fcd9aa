import type { Server } from 'node:http';
import { createBareServer } from './bare-server.js';
import { createRandom } from './random.js';
import { randomSearches, targetOf } from './searches.js';
import { createServiceServer } from './service-server.js';

/** A child of the benchmark: `service SIZE SEED` or `bare SIZE SEED PORT_OF_SERVICE TARGETS`. Tells its port, then its processor time whenever asked. */
const [kind, size = '', seed = '', port = '', targets = ''] = process.argv.slice(2);

const createChosen = async (): Promise<Server> => {
  if (kind === 'service') return createServiceServer(Number(size), Number(seed));
  const searches = randomSearches(Number(size), Number(targets), createRandom(Number(seed)));
  return createBareServer(Number(port), searches.map(targetOf));
};

const server = await createChosen();
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicroseconds: user + system });
});
process.on('disconnect', () => process.exit(0));
