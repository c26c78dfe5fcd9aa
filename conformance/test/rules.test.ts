import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Clause, Level } from '../src/clauses/clause.js';
import { shellQuote } from '../src/exchange/curl.js';
import { createRedactor } from '../src/exchange/redactor.js';
import { atPointer } from '../src/json/pointer.js';
import { conclude } from '../src/judge/conclusion.js';
import { judgeClause, type Verdict } from '../src/judge/judge.js';
import type { Observation, ObservationOutcome } from '../src/judge/observation.js';
import { add, compare, decimalText, parseDecimal, parseMoney } from '../src/values/decimal.js';
import { pickPlainOption } from '../src/values/pick-option.js';
import { fillIn } from '../src/values/scope.js';

function clause(level: Level): Clause {
  return { id: 'errors.1', level, target: 'api', text: 'A clause of this test.' };
}

function observed(outcome: ObservationOutcome): Observation {
  return { clause: 'errors.1', scenario: 's', step: 't', says: 'something', outcome, reason: 'why' };
}

describe('the verdict on a clause', () => {
  const table: readonly (readonly [Level, readonly ObservationOutcome[], Verdict])[] = [
    ['MUST', ['passed', 'passed'], 'pass'],
    ['MUST', ['passed', 'failed', 'environment'], 'fail'],
    ['SHOULD', ['passed', 'failed'], 'warn'],
    ['OPEN', ['failed'], 'open'],
    ['MUST', ['passed', 'not verified'], 'pass'],
    ['MUST', ['not verified', 'not applicable'], 'not verified'],
    ['MUST', ['not applicable'], 'not applicable'],
    ['MUST', ['passed', 'environment'], 'environment'],
    ['MUST', ['failed', 'harness fault'], 'harness fault'],
    ['MUST', [], 'not verified'],
  ];
  for (const [level, outcomes, verdict] of table) {
    it(`of level ${level} after ${outcomes.join(', ') || 'nothing'} is ${verdict}`, () => {
      assert.equal(judgeClause(clause(level), outcomes.map(observed)).verdict, verdict);
    });
  }
});

describe('the conclusion of a run', () => {
  const table: readonly (readonly [readonly (readonly [Level, ObservationOutcome])[], number])[] = [
    [[['MUST', 'passed']], 0],
    [[], 4],
    [[['MUST', 'not applicable']], 4],
    [
      [
        ['MUST', 'passed'],
        ['SHOULD', 'failed'],
        ['OPEN', 'failed'],
      ],
      0,
    ],
    [
      [
        ['MUST', 'passed'],
        ['SHOULD', 'not verified'],
      ],
      0,
    ],
    [
      [
        ['MUST', 'passed'],
        ['MUST', 'not verified'],
      ],
      4,
    ],
    [
      [
        ['MUST', 'failed'],
        ['MUST', 'environment'],
        ['MUST', 'not verified'],
      ],
      1,
    ],
    [
      [
        ['MUST', 'environment'],
        ['MUST', 'not verified'],
      ],
      3,
    ],
    [
      [
        ['MUST', 'failed'],
        ['OPEN', 'harness fault'],
      ],
      5,
    ],
  ];
  for (const [seen, exitCode] of table) {
    it(`after ${JSON.stringify(seen)} exits ${exitCode}`, () => {
      const verdicts = seen.map(([level, outcome]) => judgeClause(clause(level), [observed(outcome)]));
      const conclusion = conclude(verdicts);
      assert.equal(conclusion.exitCode, exitCode);
      assert.equal(conclusion.conformant, exitCode === 0);
    });
  }
});

describe('redaction', () => {
  it('shows a known secret by name in every encoding', () => {
    const redactor = createRedactor();
    redactor.learn('SECRET', 'a b&"c"/ü');
    const encoded = ['a b&"c"/ü', encodeURIComponent('a b&"c"/ü'), 'a+b%26%22c%22%2F%C3%BC', 'a b&\\"c\\"/ü'];
    for (const text of encoded) assert.equal(redactor.text(`<${text}>`), '<{{SECRET}}>');
  });

  it('hides what stands where secrets stand, though nobody named it', () => {
    const redactor = createRedactor();
    assert.equal(
      redactor.text('{"access_token": "abc", "token_type": "bearer"}'),
      '{"access_token": "[redacted]", "token_type": "bearer"}',
    );
    assert.equal(redactor.text('a=1&client_secret=abc&b=2'), 'a=1&client_secret=[redacted]&b=2');
    assert.deepEqual(redactor.headers({ Authorization: 'Bearer abc', Cookie: 'a', Accept: 'x' }), {
      Authorization: '[redacted]',
      Cookie: '[redacted]',
      Accept: 'x',
    });
  });
});

describe('a replay command', () => {
  it('survives every character a shell knows, and leaves only known names open', () => {
    const names = new Set(['SECRET']);
    assert.equal(
      shellQuote("it's $(id) `id` {{SECRET}}{{OTHER}}", names),
      `'it'\\''s $(id) \`id\` '"$SECRET"'{{OTHER}}'`,
    );
    assert.equal(shellQuote('', names), "''");
  });
});

describe('expressions', () => {
  const scope = new Map<string, unknown>([
    ['id', 42],
    ['option', { list: [{ price: '1.00' }] }],
  ]);

  it('keep the type of a value that stands alone', () => {
    assert.deepEqual(fillIn({ id: `\${id}`, path: `/b/\${id}/\${option.list.0.price}` }, scope), {
      id: 42,
      path: '/b/42/1.00',
    });
  });

  it('say which name has no value', () => {
    assert.throws(() => fillIn(`\${gone.where}`, scope), /no value for \$\{gone\.where\}/);
  });

  it('reach members under any link prefix, and the amount of any currency', () => {
    const body = { _embedded: { 'xy:location': { id: '7' } }, price: { EUR: '3.00' } };
    assert.equal(atPointer(body, '/_embedded/*:location/id'), '7');
    assert.equal(atPointer(body, '/price/*'), '3.00');
    assert.equal(atPointer(body, '/price/USD/x'), undefined);
    assert.equal(atPointer(body, '/toString'), undefined);
  });
});

describe('amounts', () => {
  it('are added and compared without rounding', () => {
    const parsed = (text: string) => parseDecimal(text) ?? assert.fail(text);
    assert.equal(decimalText(add(parsed('0.1'), parsed('0.20'))), '0.30');
    assert.equal(decimalText(add(parsed('-0.05'), parsed('0'))), '-0.05');
    assert.equal(compare(parsed('12.5'), parsed('12.50')), 0);
    assert.equal(parseMoney({ EUR: '1', USD: '1' }), undefined);
    assert.equal(parseDecimal('1e3'), undefined);
  });
});

describe('the option that is booked', () => {
  const option = (id: string, more: object) => ({ id, price: { EUR: '1.00' }, ...more });

  it('is for sale, asks for nothing, and has the most room', () => {
    const quotes = [
      {
        location_id: '1',
        purchase_options: [
          option('sold-out', { space_availability: { status: 'sold_out' } }),
          option('one-left', { space_availability: { status: 'limited', spaces_remaining: 1 } }),
          option('plate', { validation: { require_license_plate: true } }),
          option('sized', { add_ons: { vehicle_size: { options: [{ id: 'x' }] } } }),
        ],
      },
      {
        location_id: '2',
        purchase_options: [option('roomy', { space_availability: { status: 'available' } })],
      },
      { location_id: '3', purchase_options: [] },
    ];
    assert.equal(pickPlainOption(quotes)?.quote_id, 'roomy');
    assert.equal(pickPlainOption({ data: quotes })?.location_id, '2');
    assert.equal(pickPlainOption([]), undefined);
  });
});
