import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { codeBounds, waitBeforeNext } from '../../src/accounts/codes/code-limits.js';

const waitBeforeNextCode = (sent: readonly number[], at: number): number =>
  waitBeforeNext(codeBounds, sent, at);

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const now = 100 * hour;

const minutesAgo = (...ages: readonly number[]): readonly number[] => ages.map((age) => now - age * minute);

describe('another code to an address', () => {
  const table: readonly (readonly [string, readonly number[], number])[] = [
    ['may be sent at once where none was', [], 0],
    ['waits for 30 seconds', [now], 30 * second],
    ['waits for what is left of them', [now - 10 * second], 20 * second],
    ['may be sent after them', [now - 30 * second], 0],
    ['may be sent after four in an hour', minutesAgo(1, 2, 3, 4), 0],
    ['waits after five in an hour for the first to be an hour old', minutesAgo(1, 2, 3, 4, 50), 10 * minute],
    [
      'waits after twenty in a day',
      minutesAgo(...Array.from({ length: 20 }, (_, n) => 60 * (n + 1))),
      4 * hour,
    ],
  ];
  for (const [name, sent, expected] of table) {
    it(name, () => assert.equal(waitBeforeNextCode(sent, now), expected));
  }

  it('is never the sixth within an hour, nor the 21st within a day, whoever asks when', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 2 * hour }), { maxLength: 80 });
    fc.assert(
      fc.property(gaps, (waits) => {
        let at = now;
        const sent: number[] = [];
        for (const wait of waits) {
          at += wait;
          if (waitBeforeNextCode(sent, at) === 0) sent.push(at);
        }
        const within = (from: number, ms: number): number =>
          sent.filter((each) => each > from - ms && each <= from).length;
        return sent.every((each) => within(each, hour) <= 5 && within(each, 24 * hour) <= 20);
      }),
    );
  });

  it('may be sent once the wait it was told is over', () => {
    const sentAt = fc.array(fc.integer({ min: 0, max: 24 * hour }), { maxLength: 40 });
    fc.assert(
      fc.property(sentAt, (ages) => {
        const sent = ages.map((age) => now - age);
        return waitBeforeNextCode(sent, now + waitBeforeNextCode(sent, now)) === 0;
      }),
    );
  });
});
