import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { validate } from '@readme/openapi-parser';
import { describeApi } from '../../src/app/describe-api.js';
import { at, keys } from './read.js';
import { openStage, type Stage } from './stage.js';

/** As plain JSON: the validator resolves references in place. */
const copyOf = (document: unknown) => JSON.parse(JSON.stringify(document));

describe('the description of the API', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ curie: 'pw' });
  });
  after(() => stage.close());

  for (const version of ['v4', 'v3_1'] as const) {
    it(`is valid OpenAPI 3.1 for ${version}`, async () => {
      const outcome = await validate(copyOf(await describeApi({ version, curie: 'svc' })));
      assert.deepEqual(outcome, { valid: true, warnings: [], specification: 'OpenAPI' });
    });
  }

  it('is served for each version, with the prefix of relations in use', async () => {
    const [bare, current, older] = await Promise.all(
      ['/openapi.json', '/v4/openapi.json', '/v3_1/openapi.json'].map((path) => stage.server.send(path)),
    );
    assert.deepEqual(bare?.body, current?.body);
    assert.deepEqual(bare?.body, copyOf(await describeApi({ version: 'v4', curie: 'pw' })));
    assert.deepEqual(older?.body, copyOf(await describeApi({ version: 'v3_1', curie: 'pw' })));
  });

  it('names every row of the API', async () => {
    const { body } = await stage.server.send('/openapi.json');
    for (const row of stage.rows) {
      const path = `/v4${row.path.replace(/:(\w+)/g, '{$1}')}`;
      assert.equal(at(body, 'paths', path, row.method.toLowerCase(), 'operationId'), row.operation);
    }
  });

  it('says the type of every field', async () => {
    const { body } = await stage.server.send('/openapi.json');
    for (const kind of keys(at(body, 'components', 'schemas'))) {
      for (const name of keys(at(body, 'components', 'schemas', kind, 'properties'))) {
        const said = keys(at(body, 'components', 'schemas', kind, 'properties', name));
        const isTyped = said.some((word) => ['type', '$ref', 'anyOf', 'enum', 'const'].includes(word));
        assert.ok(isTyped, `${kind}.${name} has no type`);
      }
    }
  });

  it('says that ids pass 32 bits', async () => {
    const { body } = await stage.server.send('/openapi.json');
    const formatOf = (kind: string, name: string): unknown =>
      at(body, 'components', 'schemas', kind, 'properties', name, 'format');
    for (const [kind, name] of [
      ['booking', 'id'],
      ['booking', 'customer_id'],
      ['parking_pass', 'id'],
      ['ticket', 'booking_id'],
      ['event', 'venue_id'],
    ] as const) {
      assert.equal(formatOf(kind, name), 'int64', `${kind}.${name}`);
    }
  });

  it('shows a real answer of every row that has a body', async () => {
    const { body } = await stage.server.send('/openapi.json');
    for (const row of stage.rows.filter(({ success }) => success !== 204)) {
      const path = `/v4${row.path.replace(/:(\w+)/g, '{$1}')}`;
      const operation = at(body, 'paths', path, row.method.toLowerCase());
      const content = at(operation, 'responses', String(row.success ?? 200), 'content', 'application/json');
      assert.notEqual(at(content, 'example'), undefined, row.operation);
    }
  });

  it('says what holds for every operation, and where they are', async () => {
    const { body } = await stage.server.send('/openapi.json');
    assert.match(String(at(body, 'info', 'description')), /the query wins/);
    assert.deepEqual(at(body, 'servers'), [{ url: '/' }]);
  });

  it('says how a booking is repeated', async () => {
    const { body } = await stage.server.send('/openapi.json');
    const parameters = at(body, 'paths', '/v4/bookings', 'post', 'parameters');
    const refs = Object.values(parameters ?? {}).map((parameter) => at(parameter, '$ref'));
    assert.ok(refs.includes('#/components/parameters/idempotencyKey'));
  });

  it('says what every parameter means', async () => {
    const { body } = await stage.server.send('/openapi.json');
    const silent: string[] = [];
    for (const path of keys(at(body, 'paths'))) {
      for (const method of keys(at(body, 'paths', path))) {
        const operation = at(body, 'paths', path, method);
        const parameters = at(operation, 'parameters');
        for (const parameter of Array.isArray(parameters) ? parameters : []) {
          const isSaid = at(parameter, '$ref') !== undefined || at(parameter, 'description') !== undefined;
          if (!isSaid) silent.push(`${at(operation, 'operationId')} ${at(parameter, 'name')}`);
        }
      }
    }
    assert.deepEqual(silent, []);
  });
});
