import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { loadCatalogue, runConformance } from '#conformance/index.js';
import { apiMutants } from '#conformance-test/support/api-mutants.js';
import { startTamperProxy } from '#conformance-test/support/tamper-proxy.js';
import { redClauses, redWords } from '#conformance-test/support/verdicts.js';
import { flawedReceivers } from './support/flawed-receivers.js';
import { type MarketToJudge, openMarketToJudge } from './support/judged-market.js';

describe('the conformance runner and the real service', () => {
  const catalogue = loadCatalogue();
  let judged: MarketToJudge;
  before(async () => {
    judged = await openMarketToJudge();
  });
  after(() => judged.end());

  /** Its lost updates would be taken for the service's faults. */
  const skipWhereNotAtomic = (context: TestContext): boolean => {
    if (!judged.isAtomic) context.skip(`not verified on ${judged.server}: its updates are not atomic`);
    return !judged.isAtomic;
  };

  it('finds the API and its sender conformant', async (context) => {
    if (skipWhereNotAtomic(context)) return;
    const report = await runConformance({ catalogue, profile: judged.sender, targets: ['api', 'sender'] });
    assert.equal(report.exitCode, 0, redWords(report));
    assert.equal(report.conformant, true);
    assert.deepEqual(redClauses(report), []);
    process.stdout.write(`conformance on ${judged.server}: ${report.message}\n`);
  });

  it('finds a receiver made with the kit conformant', async (context) => {
    if (skipWhereNotAtomic(context)) return;
    const { receiver, profile } = await judged.startReceiver();
    const report = await runConformance({ catalogue, profile, targets: ['receiver'] }).finally(() =>
      receiver.end(),
    );
    assert.equal(report.exitCode, 0, redWords(report));
    assert.deepEqual(redClauses(report), []);
  });

  for (const { name, breaks, tamper } of apiMutants) {
    it(`turns exactly the right clauses red: ${name}`, async (context) => {
      if (skipWhereNotAtomic(context)) return;
      const proxy = await startTamperProxy(judged.market.service.url, tamper());
      const { sender: _sender, ...profile } = judged.sender;
      const report = await runConformance({
        catalogue,
        profile: { ...profile, base_url: proxy.url },
        targets: ['api'],
      }).finally(proxy.close);
      assert.notEqual(proxy.touched(), 0, 'the mutant never touched an answer');
      assert.deepEqual(redClauses(report), [...breaks].sort(), redWords(report));
    });
  }

  for (const { name, breaks, tamper } of flawedReceivers) {
    it(`turns exactly the right clauses red: a receiver that ${name}`, async (context) => {
      if (skipWhereNotAtomic(context)) return;
      const { receiver, profile } = await judged.startReceiver();
      const { receiver: own } = profile;
      assert.ok(own !== undefined);
      const proxy = await startTamperProxy(own.url, tamper(own.header));
      const report = await runConformance({
        catalogue,
        profile: { ...profile, receiver: { ...own, url: proxy.url } },
        targets: ['receiver'],
      }).finally(async () => {
        await proxy.close();
        await receiver.end();
      });
      assert.notEqual(proxy.touched(), 0, 'the mutant never touched an answer');
      assert.equal(report.exitCode, 1);
      assert.deepEqual(redClauses(report), [...breaks].sort(), redWords(report));
    });
  }
});
