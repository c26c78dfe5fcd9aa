import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createBookingWorld, type Scenario } from './model/booking-world.js';
import { type Exploration, type ExploreOptions, explore } from './model/explore.js';
import { exploreApart } from './model/explore-apart.js';
import {
  cancelThenRelease,
  clearWithoutRev,
  commitWithoutState,
  creditTakenAfterwards,
  creditWithoutExpiry,
  entriesWithoutExpiry,
  expiryByTheClock,
  expiryWithoutVoiding,
  holdFirst,
  nothingPlanted,
  spacesReleasedAlone,
  walletUnchecked,
  walletWithoutVersion,
  writeWithoutVersion,
} from './model/planted.js';
import type { Planted } from './model/protocol.js';
import { sample } from './model/sample.js';

const isLong = process.env['PARKING_TEST_LONG'] !== undefined;
const seed = Number(process.env['PARKING_TEST_SEED'] ?? 20_261_121);

const report = (context: TestContext, what: string, found: Exploration): void => {
  const how = found.isComplete ? 'complete' : 'not complete';
  context.diagnostic(
    `${what}: ${found.states} states, ${found.schedules} schedules, ${found.endings} endings, ${how}`,
  );
};

const requireNone = ({ failure }: Exploration): void => {
  assert.equal(failure, undefined, `${failure?.message}\n  ${failure?.schedule.join('\n  ')}`);
};

const exploring = (scenario: Scenario, bounds: Omit<ExploreOptions, 'build'>): Promise<Exploration> =>
  exploreApart({ scenario, bounds });

/** One booking of two days; two of the same single day. */
const alone = { capacity: 1, stays: [[0, 1]] } as const;
const rivals = {
  capacity: 1,
  stays: [
    [0, 0],
    [0, 0],
  ],
} as const;

/** Two bookings of both days, one of the second alone. */
const threeOverTwoDays = {
  stays: [
    [0, 1],
    [0, 1],
    [1, 1],
  ],
} as const;
/** All of one customer's credit and coupon, spent by each booking; confirmed by mail. */
const spending = { hasWallet: true, hasConfirmations: true } as const;

const everybody = { ...threeOverTwoDays, hasCancel: true, hasPump: true, janitors: 1, hasTimeJump: true };

describe('the booking protocol, in every order of its steps', () => {
  const exhaustive: readonly (readonly [string, Scenario, number])[] = [
    ['three bookings, one space, a crash', { capacity: 1, ...threeOverTwoDays }, 1],
    [
      'three bookings of a day, two spaces',
      {
        capacity: 2,
        stays: [
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      },
      0,
    ],
    ['a booking, its cancel, the pump, two crashes', { ...alone, hasCancel: true, hasPump: true }, 2],
    ['two bookings, a cancel, the pump, a crash', { ...rivals, hasCancel: true, hasPump: true }, 1],
    ['a booking, a janitor, the clock, a crash', { ...alone, janitors: 1, hasTimeJump: true }, 1],
    ['two bookings that may settle each other, the clock, a crash', { ...rivals, hasTimeJump: true }, 1],
  ];
  const wallets: typeof exhaustive = [
    [
      'a booking that spends a wallet, its cancel, the pump, two crashes',
      { ...alone, ...spending, hasCancel: true, hasPump: true },
      2,
    ],
    ['two bookings that want one wallet, a crash', { ...rivals, ...spending, capacity: 2 }, 1],
    [
      'two bookings, one wallet, a cancel, the pump',
      { ...rivals, ...spending, capacity: 2, hasCancel: true, hasPump: true },
      0,
    ],
    [
      'a booking that spends a wallet, a janitor, the clock, a crash',
      { ...alone, ...spending, janitors: 1, hasTimeJump: true },
      1,
    ],
    [
      'two bookings that may settle each other in a wallet, the clock, a crash',
      { ...rivals, ...spending, capacity: 2, hasTimeJump: true },
      1,
    ],
  ];
  const exhaustiveAtLength: typeof exhaustive = [
    ['three bookings, two spaces, two crashes', { capacity: 2, ...threeOverTwoDays }, 2],
    ['two bookings, a janitor, the clock, a crash', { ...rivals, janitors: 1, hasTimeJump: true }, 1],
    [
      'a booking, its cancel, pump, janitor, the clock, a crash',
      { ...alone, hasCancel: true, hasPump: true, janitors: 1, hasTimeJump: true },
      1,
    ],
  ];
  for (const [name, scenario, crashes] of isLong
    ? [...exhaustive, ...wallets, ...exhaustiveAtLength]
    : [...exhaustive, ...wallets]) {
    it(`holds for ${name}`, async (context) => {
      const found = await exploring(scenario, { crashes });
      report(context, name, found);
      requireNone(found);
      assert.ok(found.isComplete);
    });
  }

  for (const capacity of [1, 2]) {
    it(`holds for everybody at once, ${capacity} space(s), one turn`, { skip: !isLong }, async (context) => {
      const found = await exploring(
        { capacity, ...everybody },
        { crashes: 1, switches: 1, maximumStates: 1_000_000 },
      );
      report(context, `everybody, ${capacity} space(s), one turn`, found);
      requireNone(found);
    });

    it(`holds for everybody at once, ${capacity} space(s), at random`, async (context) => {
      const scenario = {
        capacity,
        ...everybody,
        ...(capacity === 2 ? spending : {}),
        patience: 2,
        janitors: 2,
      };
      const found = await sample({
        build: () => createBookingWorld(scenario, nothingPlanted),
        seed,
        schedules: isLong ? 300_000 : 500,
        crashes: 2,
      });
      report(context, `everybody at random, ${capacity} space(s), seed ${seed}`, found);
      requireNone(found);
    });
  }
});

/** Two bookings with room for both, and a wallet for one. */
const purse: Scenario = { ...rivals, ...spending, capacity: 2 };

/** Where each fault shows, in the smallest company, and how it must be put. */
const plantedFaults: readonly {
  readonly planted: Planted;
  readonly scenario: Scenario;
  readonly crashes: number;
  readonly finding: RegExp;
}[] = [
  {
    planted: holdFirst,
    scenario: { ...rivals, hasTimeJump: true },
    crashes: 0,
    finding: /has no space|oversold/,
  },
  {
    planted: expiryWithoutVoiding,
    scenario: { ...rivals, hasTimeJump: true },
    crashes: 0,
    finding: /has no space|oversold/,
  },
  {
    planted: expiryByTheClock,
    scenario: { ...alone, janitors: 1, hasTimeJump: true },
    crashes: 0,
    finding: /has no space/,
  },
  {
    planted: commitWithoutState,
    scenario: { ...rivals, hasTimeJump: true },
    crashes: 0,
    finding: /has no space|oversold/,
  },
  { planted: entriesWithoutExpiry, scenario: alone, crashes: 1, finding: /leaked/ },
  {
    planted: cancelThenRelease,
    scenario: { ...alone, hasCancel: true, janitors: 1, hasTimeJump: true },
    crashes: 1,
    finding: /leaked/,
  },
  {
    planted: clearWithoutRev,
    scenario: { ...alone, hasCancel: true, hasPump: true },
    crashes: 0,
    finding: /deliveries|leaked/,
  },
  {
    planted: writeWithoutVersion,
    scenario: {
      capacity: 2,
      stays: [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    },
    crashes: 0,
    finding: /has no space|oversold/,
  },
  { planted: walletWithoutVersion, scenario: purse, crashes: 0, finding: /spent/ },
  {
    planted: creditWithoutExpiry,
    scenario: { ...alone, ...spending },
    crashes: 1,
    finding: /credit is lost/,
  },
  {
    planted: spacesReleasedAlone,
    // The entry must have been settled as booked before: an unsettled one goes by itself.
    scenario: { ...alone, ...spending, hasCancel: true, hasPump: true, janitors: 1, hasTimeJump: true },
    crashes: 0,
    finding: /credit is lost/,
  },
  { planted: creditTakenAfterwards, scenario: purse, crashes: 0, finding: /spent/ },
  { planted: walletUnchecked, scenario: purse, crashes: 0, finding: /spent/ },
  {
    planted: expiryByTheClock,
    scenario: { ...alone, ...spending, janitors: 1, hasTimeJump: true },
    crashes: 0,
    finding: /has no space|spent/,
  },
];

describe('the model of interleavings', () => {
  for (const { planted, scenario, crashes, finding } of plantedFaults) {
    it(`finds a protocol that ${planted.name}`, async (context) => {
      const found = await explore({ build: () => createBookingWorld(scenario, planted), crashes });
      report(context, planted.name, found);
      context.diagnostic(
        `found: ${found.failure?.message.split('\n')[0]}, in ${found.failure?.schedule.length} steps`,
      );
      assert.match(found.failure?.message ?? 'nothing', finding);
    });
  }
});
