import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import { describe, it } from 'node:test';
import { loadCatalogue, runConformance } from '../src/index.js';
import { fakeCredentials, startFakeApi } from './support/fake-api.js';
import { apiProfile } from './support/profiles.js';
import { closeServer, listenOnLoopback, startTamperProxy } from './support/tamper-proxy.js';

const catalogue = loadCatalogue();

interface BadTarget {
  readonly name: string;
  readonly answers: RequestListener;
  readonly says: RegExp;
}

const badTargets: readonly BadTarget[] = [
  {
    name: 'answers HTML',
    answers: (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hi</p>'),
    says: /answers HTML: is the base URL/,
  },
  {
    name: 'answers plain text',
    answers: (_request, response) => void response.end('hello'),
    says: /no JSON: is the base URL right/,
  },
  {
    name: 'redirects for ever',
    answers: ({ url }, response) => void response.writeHead(302, { location: `${url}/` }).end(),
    says: /redirects to .*not followed/,
  },
  {
    name: 'sits behind a gateway that answers 502',
    answers: (_request, response) => void response.writeHead(502).end('{}'),
    says: /answers 502: the deployment is not available/,
  },
  { name: 'never answers', answers: () => undefined, says: /no whole answer within 200 ms/ },
  {
    name: 'begins an answer and never ends it',
    answers: (_request, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).write('['),
    says: /no whole answer within 200 ms/,
  },
  {
    name: 'sends without end',
    answers: (_request, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write(Buffer.alloc(1_000_000, 32), () => setImmediate(more));
      };
      more();
    },
    says: /the answer is larger than|no whole answer within/,
  },
  {
    name: 'hangs up',
    answers: (request) => void request.socket.destroy(),
    says: /cannot be reached: ECONNRESET/,
  },
];

describe('a target that is not the API', () => {
  for (const { name, answers, says } of badTargets) {
    it(`${name}: exit code 3 and the reason in words`, async () => {
      const server = createServer(answers);
      const url = await listenOnLoopback(server);
      try {
        const report = await runConformance({ catalogue, profile: { ...apiProfile(url), timeout_s: 0.2 } });
        assert.equal(report.exitCode, 3);
        assert.equal(report.conformant, false);
        assert.match(report.scenarios[0]?.reason ?? '', says);
      } finally {
        await closeServer(server);
      }
    });
  }

  it('is down: exit code 3', async () => {
    const server = createServer();
    const url = await listenOnLoopback(server);
    await closeServer(server);
    const report = await runConformance({ catalogue, profile: apiProfile(url) });
    assert.equal(report.exitCode, 3);
    assert.match(report.scenarios[0]?.reason ?? '', /ECONNREFUSED/);
  });
});

describe('a target that turns bad on the way', () => {
  it('goes down after some requests: exit code 3, and it is not asked for ever', async () => {
    const api = await startFakeApi();
    let count = 0;
    const proxy = await startTamperProxy(api.url, (request, forward) => {
      count += 1;
      return count > 12 ? Promise.reject(new Error('gone')) : forward(request);
    });
    try {
      const report = await runConformance({ catalogue, profile: apiProfile(proxy.url) });
      assert.equal(report.exitCode, 3, report.message);
      assert.equal(count < 20, true, `${count} requests`);
    } finally {
      await proxy.close();
      await api.close();
    }
  });

  it('limits the rate: exit code 3, no clause is blamed', async () => {
    const api = await startFakeApi();
    const proxy = await startTamperProxy(api.url, async (request, forward) =>
      request.path.includes('/previews') ? { status: 429, headers: {}, body: '{}' } : forward(request),
    );
    try {
      const report = await runConformance({ catalogue, profile: apiProfile(proxy.url) });
      assert.equal(report.exitCode, 3, report.message);
      assert.equal(
        report.clauses.some(({ verdict }) => verdict === 'fail'),
        false,
      );
    } finally {
      await proxy.close();
      await api.close();
    }
  });

  it('refuses the given credentials: exit code 3 and a hint', async () => {
    const api = await startFakeApi();
    const client = { ...fakeCredentials.client, secret: 'another-secret' };
    try {
      const report = await runConformance({ catalogue, profile: { ...apiProfile(api.url), client } });
      assert.equal(report.exitCode, 3);
      assert.match(report.scenarios[0]?.reason ?? '', /refuses the credentials of client \(invalid_client\)/);
    } finally {
      await api.close();
    }
  });

  it('is interrupted: what was booked is cancelled all the same, exit code 4', async () => {
    const api = await startFakeApi();
    const stop = new AbortController();
    const proxy = await startTamperProxy(api.url, async (request, forward) => {
      const answer = await forward(request);
      if (request.method === 'POST' && request.path.endsWith('/bookings/')) stop.abort();
      return answer;
    });
    try {
      const report = await runConformance({ catalogue, profile: apiProfile(proxy.url), signal: stop.signal });
      assert.equal(
        report.ledger.every(({ removed }) => removed),
        true,
        JSON.stringify(report.ledger),
      );
      assert.deepEqual(api.standing(), []);
      assert.notEqual(report.exitCode, 0);
    } finally {
      await proxy.close();
      await api.close();
    }
  });
});

describe('what a deployment does not have', () => {
  it('leaves clauses unverified by name: exit code 4', async () => {
    const api = await startFakeApi();
    const { user: _left, ...profile } = apiProfile(api.url);
    try {
      const report = await runConformance({ catalogue, profile });
      assert.equal(report.exitCode, 4);
      const clause = report.clauses.find(({ id }) => id === 'endpoints.token.6');
      assert.equal(clause?.verdict, 'not verified');
      assert.equal(clause?.reason, 'user: the profile has no user.email and user.password');
    } finally {
      await api.close();
    }
  });

  it('is not applicable where the profile declares it absent: exit code 0', async () => {
    const api = await startFakeApi();
    const { user: _left, ...profile } = apiProfile(api.url);
    const absent = { user: 'no accounts here', stranger: 'one client only' };
    try {
      const report = await runConformance({ catalogue, profile: { ...profile, absent } });
      assert.equal(report.exitCode, 0, report.message);
      const clause = report.clauses.find(({ id }) => id === 'endpoints.token.6');
      assert.equal(clause?.reason, 'user: declared absent: no accounts here');
    } finally {
      await api.close();
    }
  });

  it('is left alone by a read-only run: nothing is booked, exit code 4', async () => {
    const api = await startFakeApi();
    try {
      const report = await runConformance({ catalogue, profile: apiProfile(api.url), readOnly: true });
      assert.equal(report.exitCode, 4);
      assert.deepEqual(report.ledger, []);
      assert.equal(report.clauses.find(({ id }) => id === 'endpoints.booking.2')?.verdict, 'not verified');
    } finally {
      await api.close();
    }
  });
});

describe('a booking that cannot be cancelled', () => {
  it('stays in the ledger with the reason, and fails nobody', async () => {
    const api = await startFakeApi();
    const proxy = await startTamperProxy(api.url, async (request, forward) =>
      request.method === 'DELETE' ? { status: 405, headers: {}, body: '{}' } : forward(request),
    );
    try {
      const report = await runConformance({ catalogue, profile: apiProfile(proxy.url) });
      assert.equal(report.exitCode, 0, report.message);
      assert.equal(report.ledger.length > 0, true);
      assert.deepEqual(
        new Set(report.ledger.map(({ reason }) => reason)),
        new Set(['cancelling it answered 405']),
      );
      const clause = report.clauses.find(({ id }) => id === 'endpoints.booking.8');
      assert.equal(clause?.verdict, 'open');
    } finally {
      await proxy.close();
      await api.close();
    }
  });
});
