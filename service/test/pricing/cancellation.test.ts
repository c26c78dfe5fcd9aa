import assert from 'node:assert/strict';
import { it } from 'node:test';
import { cancellableUntil } from '../../src/pricing/cancellation.js';

it('a stay can be cancelled until it starts, until some minutes before, or never', () => {
  const start = 1_000_000_000;
  assert.equal(cancellableUntil({ cancellation: { kind: 'until_start' } }, start), start);
  assert.equal(
    cancellableUntil({ cancellation: { kind: 'until_before', minutesBefore: 60 } }, start),
    start - 3_600_000,
  );
  assert.equal(cancellableUntil({ cancellation: { kind: 'never' } }, start), undefined);
});
