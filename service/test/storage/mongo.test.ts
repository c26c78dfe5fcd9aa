import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, it } from 'node:test';
import { clientOptionsFor, databaseNameOf } from '../../src/storage/mongo/client-options.js';
import { openDatabase } from '../../src/storage/open.js';

/** A port of this machine on which nobody listens any more. */
const closedPort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
};

describe('MongoDB', () => {
  it('acknowledges by majority and journal, and reads from the primary, unless the URL says otherwise', () => {
    const usual = clientOptionsFor('mongodb://a:1,b:2/parking?replicaSet=rs');
    assert.deepEqual(usual.writeConcern, { w: 'majority', journal: true });
    assert.equal(usual.readPreference, 'primary');
    assert.equal(usual.serverSelectionTimeoutMS, 3_000);
    const told = clientOptionsFor('mongodb://a:1/?w=1&ServerSelectionTimeoutMS=50');
    assert.equal(told.writeConcern, undefined);
    assert.equal(told.serverSelectionTimeoutMS, undefined);
    assert.equal(told.readPreference, 'primary');
  });

  it('takes the name given, else the one in the URL, else parking', () => {
    assert.equal(databaseNameOf('mongodb://u:p@a:1,b:2/lots?replicaSet=rs', undefined), 'lots');
    assert.equal(databaseNameOf('mongodb://u:p@a:1,b:2/lots?replicaSet=rs', 'test_1'), 'test_1');
    assert.equal(databaseNameOf('mongodb+srv://a.example/?w=1', undefined), 'parking');
    assert.equal(databaseNameOf('mongodb://a:1', undefined), 'parking');
  });

  it("rejects within the URL's own bound where no server answers", async () => {
    const url = `mongodb://127.0.0.1:${await closedPort()}/?serverSelectionTimeoutMS=100`;
    await assert.rejects(openDatabase({ kind: 'mongodb', url }), { name: 'MongoServerSelectionError' });
  });
});
