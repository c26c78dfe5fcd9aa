import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCatalogue, type Profile, runConformance } from '../src/index.js';
import { startFakeApi } from './support/fake-api.js';
import { startFakeReceiver } from './support/fake-receiver.js';
import { apiProfile, receiverProfile, senderProfile } from './support/profiles.js';
import { redClauses, redWords } from './support/verdicts.js';

describe('a right deployment', () => {
  it('is conformant as an API, and nothing booked is left behind', async () => {
    const api = await startFakeApi();
    try {
      const report = await runConformance({ profile: apiProfile(api.url) });
      assert.deepEqual(redClauses(report), [], redWords(report));
      assert.equal(report.exitCode, 0, report.message);
      assert.equal(report.conformant, true);
      assert.deepEqual(api.standing(), []);
      assert.equal(report.ledger.length > 0, true);
      assert.equal(
        report.ledger.every(({ removed }) => removed),
        true,
      );
    } finally {
      await api.close();
    }
  });

  it('is conformant as a sender', async () => {
    const api = await startFakeApi();
    try {
      const report = await runConformance({ profile: senderProfile(api.url), targets: ['sender'] });
      assert.deepEqual(redClauses(report), [], redWords(report));
      assert.equal(report.exitCode, 0, report.message);
      assert.deepEqual(api.standing(), []);
    } finally {
      await api.close();
    }
  });

  for (const duplicateStatus of [400, 202]) {
    it(`is conformant as a receiver that answers duplicates ${duplicateStatus}`, async () => {
      const receiver = await startFakeReceiver({ duplicateStatus });
      try {
        const report = await runConformance({ profile: receiverProfile(receiver.url) });
        assert.deepEqual(redClauses(report), [], redWords(report));
        assert.equal(report.exitCode, 0, report.message);
      } finally {
        await receiver.close();
      }
    });
  }
});

describe('a receiver that looks every booking up', () => {
  it('is told of real bookings, which are cancelled afterwards', async () => {
    const api = await startFakeApi();
    const receiver = await startFakeReceiver();
    const told = receiverProfile(receiver.url).receiver ?? assert.fail('the profile has a receiver');
    const profile: Profile = { ...apiProfile(api.url), receiver: { ...told, booking_ids: 'book' } };
    try {
      const report = await runConformance({ profile, targets: ['receiver'] });
      assert.equal(report.exitCode, 0, redWords(report));
      assert.equal(report.ledger.length > 0, true);
      assert.deepEqual(api.standing(), []);
    } finally {
      await receiver.close();
      await api.close();
    }
  });
});

describe('the catalogue', () => {
  it('tests every clause that does not say why it cannot be tested', () => {
    const { clauses, scenarios } = loadCatalogue();
    const text = JSON.stringify(scenarios);
    const untested = clauses.filter(
      ({ id, untestable }) => !text.includes(`"${id}"`) && untestable === undefined,
    );
    assert.deepEqual(
      untested.map(({ id }) => id),
      [],
    );
  });
});
