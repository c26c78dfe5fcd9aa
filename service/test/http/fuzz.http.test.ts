import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { IsObject } from 'typebox';
import { conventionNames } from '../../src/http/conventions/conventions.js';
import type { Sent } from './harness.js';
import { openStage, type Stage } from './stage.js';

const isLong = process.env['PARKING_TEST_LONG'] !== undefined;
const numRuns = isLong ? 20_000 : 400;

const pieces = [
  'coordinates:41.8858,-87.6229',
  'bounds:1,2,3,4',
  'event_id:9001',
  'name:',
  'starting_after:2026-01-01',
  '2026-11-22T10:00',
  '2026-11-22T12:00',
  'svc:location',
  ':default',
  'true',
  '1',
  '-1',
  '8.00',
  '__proto__',
  '[]',
  '%00',
  '%',
  '\u{1f697}',
  'é',
];

const word = fc.oneof(
  fc.constantFrom(...pieces),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.array(fc.constantFrom(...pieces), { maxLength: 4 }).map((parts) => parts.join(' ')),
);
const written = fc.oneof(word.map(encodeURIComponent), fc.stringMatching(/^[!-"$-~]{0,12}$/));
const json = fc.oneof(fc.jsonValue({ maxDepth: 2 }), word);

describe('whatever is sent', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());

  it('is never answered with a 5xx', async () => {
    const targets = stage.rows.map((row) => {
      const properties = IsObject(row.input) ? Object.keys(row.input.properties) : [];
      return { row, names: [...properties, ...conventionNames(row), '__proto__', 'x[y]'] };
    });
    const request = fc.constantFrom(...targets).chain(({ row, names }) => {
      const pair = fc.tuple(fc.constantFrom(...names), written).map(([name, value]) => `${name}=${value}`);
      const pairs = fc.array(pair, { maxLength: 5 }).map((all) => all.join('&'));
      return fc.record({
        row: fc.constant(row),
        id: fc.oneof(fc.constantFrom('501', '101', '9001'), written),
        query: pairs,
        form: pairs,
        json: fc.dictionary(fc.constantFrom(...names), json, { maxKeys: 5 }),
        isJson: fc.boolean(),
        token: fc.constantFrom(undefined, stage.tokens.user, stage.tokens.partner, 'forged'),
        prefix: fc.constantFrom('/v4', '/v3_1', '//v4/'),
      });
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ row, id, query, form, json: value, isJson, token, prefix }) => {
        const path = prefix + row.path.replace(/:\w+/g, () => id || '0');
        const body: Sent = isJson
          ? { json: value }
          : { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: form };
        const sent = {
          method: row.method,
          ...(row.method === 'POST' && body),
          ...(token !== undefined && { token }),
        };
        const { status, text } = await stage.server.send(`${path}?${query}`, sent);
        assert.ok(status < 500, `${row.method} ${path}?${query} answers ${status}: ${text}`);
      }),
      { numRuns },
    );
  });
});
