import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clientId } from '../../src/base/ids.js';
import { demoLogin, seedDemo } from '../../src/operator/demo.js';
import { type OperatorStage, openOperatorStage } from './stage.js';

describe('the demo client', () => {
  const id = clientId('demo-client');
  const login = demoLogin('of no worth elsewhere');
  const seeded = async (): Promise<OperatorStage> => {
    const stage = await openOperatorStage();
    // No catalogue is loaded: this is about who may try it.
    const catalogue = {
      snapshot: () => ({ ...stage.catalogue.snapshot(), generation: 1 }),
      importFiles: () => assert.fail('imported'),
    };
    await seedDemo({ ...stage, catalogue, login });
    await seedDemo({ ...stage, catalogue, login });
    return stage;
  };

  it('may do all that clients can be allowed, with a redirect address on the own machine', async () => {
    const stage = await seeded();
    const client = await stage.oauth.viewClient(id);
    assert.deepEqual(
      [client.permissions, client.redirectUris],
      [['authorize', 'public_token'], ['http://127.0.0.1:8910/callback']],
    );
    await stage.close();
  });

  it('stays as the operator left it, be it deleted', async () => {
    const stage = await seeded();
    await stage.oauth.deleteClient(id);
    const catalogue = {
      snapshot: () => ({ ...stage.catalogue.snapshot(), generation: 1 }),
      importFiles: () => assert.fail(),
    };
    await seedDemo({ ...stage, catalogue, login });
    await assert.rejects(stage.oauth.viewClient(id), { code: 'client_not_found' });
    await stage.close();
  });
});
