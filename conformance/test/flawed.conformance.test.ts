import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { loadCatalogue, runConformance } from '../src/index.js';
import { apiMutants } from './support/api-mutants.js';
import { startFakeApi } from './support/fake-api.js';
import { startFakeReceiver } from './support/fake-receiver.js';
import { apiProfile, receiverProfile, senderProfile } from './support/profiles.js';
import { receiverMutants } from './support/receiver-mutants.js';
import { senderMutants } from './support/sender-mutants.js';
import { startTamperProxy } from './support/tamper-proxy.js';
import { redClauses, redWords } from './support/verdicts.js';

const catalogue = loadCatalogue();

describe('a wrong API turns exactly its clauses red', { concurrency: 4 }, () => {
  for (const { name, breaks, tamper } of apiMutants) {
    it(name, async () => {
      const api = await startFakeApi();
      const proxy = await startTamperProxy(api.url, tamper());
      try {
        const report = await runConformance({ catalogue, profile: apiProfile(proxy.url), targets: ['api'] });
        assert.notEqual(proxy.touched(), 0, 'the mutant never touched an answer');
        assert.deepEqual(redClauses(report), [...breaks].sort(), redWords(report));
      } finally {
        await proxy.close();
        await api.close();
      }
    });
  }
});

describe('a wrong receiver turns exactly its clauses red', { concurrency: 4 }, () => {
  for (const { name, breaks, flaw } of receiverMutants) {
    it(name, async () => {
      const receiver = await startFakeReceiver(flaw);
      try {
        const report = await runConformance({ catalogue, profile: receiverProfile(receiver.url) });
        assert.deepEqual(redClauses(report), [...breaks].sort(), redWords(report));
        assert.equal(report.exitCode, 1);
      } finally {
        await receiver.close();
      }
    });
  }
});

describe('a wrong sender turns exactly its clauses red', { concurrency: 4 }, () => {
  for (const { name, breaks, flaw } of senderMutants) {
    it(name, async () => {
      const api = await startFakeApi(flaw);
      try {
        const report = await runConformance({
          catalogue,
          profile: senderProfile(api.url),
          targets: ['sender'],
        });
        assert.deepEqual(redClauses(report), [...breaks].sort(), redWords(report));
        assert.equal(report.exitCode, 1);
      } finally {
        await api.close();
      }
    });
  }
});
