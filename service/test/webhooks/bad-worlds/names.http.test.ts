import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { describe, it } from 'node:test';
import type { Lookup } from '../../../src/outbound/connector.js';
import { startRawServer } from '../../outbound/raw-server.js';
import { delivered, failed, retried, type Verdict, verdictOf } from './judge.js';
import { openWireWorld } from './wire-world.js';

/** What a look-up answers: addresses, nothing, an error by its code, or never. */
type Answer = readonly string[] | string | undefined;

const here = ['127.0.0.1'];
/** Loopback stands for a public address here: private targets are allowed, link-local ones never. */
const metadata = ['169.254.169.254'];

interface Row {
  readonly name: string;
  /** Look-up by look-up; the last is repeated. */
  readonly lookups: readonly Answer[];
  /** Attempt by attempt. */
  readonly verdicts: readonly Verdict[];
  readonly detail?: RegExp;
  readonly requests: number;
}

/** One failure among several that it takes to open the breaker. */
const unheld = (reason: string): Verdict => retried(reason, reason);

const rows: readonly Row[] = [
  {
    name: 'does not resolve',
    lookups: ['ENOTFOUND'],
    verdicts: [failed('dns')],
    detail: /ENOTFOUND/,
    requests: 0,
  },
  {
    name: 'is not known for now',
    lookups: ['EAI_AGAIN'],
    verdicts: [failed('dns')],
    detail: /EAI_AGAIN/,
    requests: 0,
  },
  {
    name: 'resolves to nothing',
    lookups: [[]],
    verdicts: [failed('dns')],
    detail: /no address/,
    requests: 0,
  },
  { name: 'is never answered', lookups: [undefined], verdicts: [failed('timeout')], requests: 0 },
  {
    name: 'resolves to nothing, then to something',
    lookups: [[], here],
    verdicts: [unheld('dns'), delivered('202')],
    requests: 1,
  },
  {
    name: 'does not resolve, then does',
    lookups: ['ENOTFOUND', here],
    verdicts: [unheld('dns'), delivered('202')],
    requests: 1,
  },
  {
    name: 'resolves to a forbidden address',
    lookups: [metadata],
    verdicts: [failed('blocked_address')],
    detail: /no allowed address/,
    requests: 0,
  },
  {
    name: 'resolves to a forbidden address on the second look-up',
    lookups: [here, metadata],
    verdicts: [delivered('202'), unheld('blocked_address')],
    requests: 1,
  },
  {
    name: 'resolves to a forbidden address beside a good one',
    lookups: [[...metadata, ...here]],
    verdicts: [delivered('202')],
    requests: 1,
  },
  {
    name: 'resolves to what is no address',
    lookups: [['partner.example']],
    verdicts: [failed('blocked_address')],
    requests: 0,
  },
];

const addresses = (texts: readonly string[]): readonly LookupAddress[] =>
  texts.map((address) => ({ address, family: 4 }));

const lookupOf = (answers: readonly Answer[]) => {
  let asked = 0;
  const lookup: Lookup = async (hostname) => {
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    if (answer === undefined) return new Promise(() => undefined);
    if (typeof answer !== 'string') return addresses(answer);
    throw Object.assign(new Error(`getaddrinfo ${answer} ${hostname}`), { code: answer });
  };
  return lookup;
};

const closing = 'HTTP/1.1 202 Accepted\r\nconnection: close\r\ncontent-length: 0\r\n\r\n';

describe('a partner whose name', () => {
  for (const { name, lookups, verdicts, detail, requests } of rows) {
    it(`${name}: ${verdicts.map(({ reason }) => reason).join(', then ')}`, async (t) => {
      const server = await startRawServer((socket) => socket.end(closing));
      const world = await openWireWorld({ lookup: lookupOf(lookups) }, { failuresToOpen: verdicts.length });
      t.after(async () => {
        await world.close();
        await server.close();
      });
      let after = await world.notify(`http://partner.example:${server.port}`);
      const found = [verdictOf(after)];
      while (found.length < verdicts.length) {
        after = await world.again(after);
        found.push(verdictOf(after));
      }
      assert.deepEqual(found, verdicts);
      assert.equal(after.attempts.length, verdicts.length);
      assert.equal(server.received().match(/POST /g)?.length ?? 0, requests);
      if (detail !== undefined) assert.match(after.attempts[0]?.detail ?? '', detail);
    });
  }
});
