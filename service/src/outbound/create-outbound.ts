import { Agent } from 'undici';
import { type Clock, systemClock } from '../base/clock.js';
import type { IsAddressAllowed } from './address-policy.js';
import { createConnector, type Lookup, lookupAll } from './connector.js';
import { beginExchange } from './exchange.js';
import type { OutboundOutcome, OutboundRequest, Post } from './outbound.js';
import { targetOf } from './target.js';

export interface OutboundOptions {
  readonly isAddressAllowed: IsAddressAllowed;
  readonly lookup?: Lookup;
  /** Real time: sockets know no other. */
  readonly clock?: Pick<Clock, 'now' | 'timer'>;
  readonly connectTimeoutMs?: number;
  /** Extra certificate authorities (PEM) that partners' certificates may rest on. */
  readonly ca?: string;
}

export interface Outbound {
  readonly post: Post;
  /** Ends idle connections and breaks off exchanges under way. */
  readonly close: () => Promise<void>;
}

/** The only way out of the service: POST over kept-alive connections, addresses checked when connecting, redirects never followed. */
export const createOutbound = (options: OutboundOptions): Outbound => {
  const clock = options.clock ?? systemClock;
  const agent = new Agent({
    connect: createConnector({
      isAddressAllowed: options.isAddressAllowed,
      lookup: options.lookup ?? lookupAll,
      connectTimeoutMs: options.connectTimeoutMs ?? 5_000,
      ...(options.ca === undefined ? {} : { ca: options.ca }),
    }),
    pipelining: 1,
    // The exchange's own deadline bounds both.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const post = (request: OutboundRequest): Promise<OutboundOutcome> => {
    const target = targetOf(request);
    if ('reason' in target) return Promise.resolve({ kind: 'failed', ...target, durationMs: 0 });
    const { headers, body } = request;
    return new Promise((onOutcome) => {
      const exchange = beginExchange({ request, clock, onOutcome });
      try {
        agent.dispatch({ ...target, method: 'POST', headers: { ...headers }, body }, exchange.handler);
      } catch (error) {
        exchange.fail(error);
      }
    });
  };

  return { post, close: () => agent.destroy() };
};
