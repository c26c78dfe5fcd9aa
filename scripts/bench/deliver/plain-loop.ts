import type { OutboundRequest, Post } from '#service/outbound/outbound.js';
import type { Loop } from './raw-loop.js';

/** A notice as the dispatcher sends it. */
export const plainRequest = (port: number, id: number): OutboundRequest => ({
  url: `http://127.0.0.1:${port}/created`,
  headers: {
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': 'parking-service',
    'parking-notice': 'create',
    'parking-delivery': `${id}:create`,
    'parking-attempt': '1',
    'x-partner-key': 'secret',
  },
  body: `{"id":${id}}`,
  deadlineMs: 10_000,
  maxBodyBytes: 16_384,
});

/** The dispatcher's own HTTP client and nothing else: no database, no leases, no outcomes. */
export const createPlainLoop =
  (post: Post, port: number, side: number): Loop =>
  async (count) => {
    let next = 0;
    const caller = async (): Promise<void> => {
      while (next < count) {
        next += 1;
        const outcome = await post(plainRequest(port, next));
        if (outcome.kind === 'failed') throw new Error(`the sink did not answer: ${outcome.detail}`);
      }
    };
    await Promise.all(Array.from({ length: side }, caller));
  };
