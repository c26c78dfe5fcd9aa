import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type OutlookQuestion, whatNext } from '../../../src/webhooks/deliveries/what-next.js';
import { closedBreaker } from '../../../src/webhooks/partners/breaker-state.js';
import { acme } from '../world.js';
import { aDelivery, noon } from './delivery-builder.js';

const live = {
  _id: acme,
  live: { at: noon, by: 'self-test' },
  paused: null,
  breaker: closedBreaker,
  endpoint: { createPath: '/create', cancelPath: '/cancel' },
};
const dayMs = 86_400_000;
const open = { ...closedBreaker, st: 'open', until: noon + 90_000, reason: 'timeout' } as const;
const cancel = aDelivery({ kind: 'cancel' });

const cases: readonly (readonly [
  what: string,
  question: Partial<OutlookQuestion>,
  waitsFor: string,
  sentence: string,
])[] = [
  ['due', {}, 'worker', 'It is due: the next worker with a free place sends it.'],
  [
    'not yet due for the first time',
    { delivery: aDelivery({ due: noon + 5_000 }) },
    'schedule',
    'Its turn comes at 2026-11-21T12:00:05.000+00:00, in 5 s.',
  ],
  [
    'not yet due after an attempt',
    { delivery: aDelivery({ due: noon + 3_600_000, n: 9, last: '404' }) },
    'schedule',
    "The partner's last answer was 404; it is sent again at 2026-11-21T13:00:00.000+00:00, in 1 h.",
  ],
  [
    'waiting for its turn after it was opened again',
    { delivery: aDelivery({ due: noon + 60_000, n: 9, nBefore: 9, last: '400' }) },
    'schedule',
    'Its turn comes at 2026-11-21T12:01:00.000+00:00, in 1 min.',
  ],
  [
    'on its way',
    { delivery: aDelivery({ due: noon + 30_000, tok: 't', n: 1 }) },
    'answer',
    'It is on its way; if its worker dies, another sends it again at 2026-11-21T12:00:30.000+00:00, in 30 s.',
  ],
  [
    'left by a worker that died',
    { delivery: aDelivery({ tok: 't', n: 1 }) },
    'worker',
    'It is due: the next worker with a free place sends it.',
  ],
  [
    'of a partner that is not there',
    { partner: undefined },
    'endpoint',
    'acme has no endpoint yet: say where its notices go with "parking-service partners set acme".',
  ],
  [
    'of a partner without endpoint',
    { partner: { ...live, endpoint: null, live: null } },
    'endpoint',
    'acme has no endpoint yet: say where its notices go with "parking-service partners set acme".',
  ],
  [
    'of an endpoint that is off',
    { partner: { ...live, live: null, paused: 'unauthorised' } },
    'go_live',
    'The endpoint of acme is off: run "parking-service partners test acme", it goes live when it has passed.',
  ],
  [
    'of a paused endpoint',
    { partner: { ...live, paused: 'unauthorised', breaker: open } },
    'resume',
    'The endpoint of acme is paused (unauthorised): mend it, then "parking-service partners resume acme".',
  ],
  [
    'behind an open breaker',
    { partner: { ...live, breaker: open }, delivery: aDelivery({ due: noon + 1 }) },
    'breaker',
    'The breaker of acme is open (timeout); one notice tries the partner at 2026-11-21T12:01:30.000+00:00, in 1 min.',
  ],
  [
    'behind a breaker whose time is over',
    { partner: { ...live, breaker: { ...open, until: noon, reason: null } } },
    'breaker',
    'The breaker of acme is open; one notice tries the partner as soon as a worker takes it.',
  ],
  [
    'behind a breaker that is being tried',
    { partner: { ...live, breaker: { ...open, st: 'half_open' } } },
    'breaker',
    'The breaker of acme is open (timeout); one notice is trying the partner now.',
  ],
  [
    'of a kind that the partner does not take',
    { delivery: cancel, partner: { ...live, endpoint: { createPath: '/create', cancelPath: null } } },
    'worker',
    'It will be skipped: acme takes no cancel notices.',
  ],
  [
    'a cancel whose create is retried',
    { delivery: cancel, create: aDelivery({ due: noon + 60_000, n: 1, last: '404' }) },
    'create',
    'It waits for its create 42:create, which is sent at 2026-11-21T12:01:00.000+00:00, in 1 min.',
  ],
  [
    'a cancel whose create is on its way',
    { delivery: cancel, create: aDelivery({ due: noon + 30_000, tok: 't', n: 1 }) },
    'create',
    'It waits for its create 42:create, which is on its way.',
  ],
  [
    'a cancel whose create was retried for a day',
    { delivery: cancel, create: aDelivery({ openedAt: noon - dayMs, due: noon + 60_000, n: 9 }) },
    'worker',
    'It is due: the next worker with a free place sends it.',
  ],
  [
    'a cancel whose create nobody was told of in a week',
    { delivery: cancel, create: aDelivery({ openedAt: noon - 7 * dayMs }) },
    'create',
    'It waits for its create 42:create, which is sent as soon as a worker takes it.',
  ],
  [
    'a cancel whose create has ended',
    { delivery: cancel, create: aDelivery({ st: 'refused' }) },
    'worker',
    'It is due: the next worker with a free place sends it.',
  ],
  [
    'delivered',
    { delivery: aDelivery({ st: 'delivered', n: 1, last: '202' }), partner: { ...live, live: null } },
    'nothing',
    'Nothing: it was delivered at 2026-11-21T12:00:00.000+00:00.',
  ],
  [
    'refused',
    { delivery: aDelivery({ st: 'refused', n: 1, last: '400' }) },
    'operator',
    'Nothing by itself: acme refused it (400) at 2026-11-21T12:00:00.000+00:00; when it is mended, "parking-service deliveries replay 42:create".',
  ],
  [
    'unauthorised',
    { delivery: aDelivery({ st: 'unauthorised', n: 1, last: '401' }) },
    'operator',
    'Nothing by itself: acme refused the header (401) at 2026-11-21T12:00:00.000+00:00; when it is mended, "parking-service deliveries replay 42:create", or all of them: "parking-service partners resume acme --resend-refused".',
  ],
  [
    'abandoned',
    { delivery: aDelivery({ st: 'abandoned', n: 9, last: 'timeout' }) },
    'operator',
    'Nothing by itself: it was given up at 2026-11-21T12:00:00.000+00:00; "parking-service deliveries replay 42:create" starts it anew.',
  ],
  [
    'skipped',
    { delivery: aDelivery({ st: 'skipped', kind: 'cancel', _id: '42:cancel' }) },
    'operator',
    'Nothing by itself: acme took no cancel notices at 2026-11-21T12:00:00.000+00:00; with a path set, "parking-service deliveries replay 42:cancel".',
  ],
];

describe('what happens next to a delivery', () => {
  for (const [what, question, waitsFor, sentence] of cases) {
    it(`that is ${what}`, () => {
      const asked = { delivery: aDelivery(), partner: live, holdCancelMs: dayMs, now: noon, ...question };
      assert.deepEqual(whatNext(asked), { waitsFor, sentence });
    });
  }
});
