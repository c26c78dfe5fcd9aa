import { Agent, type Dispatcher } from 'undici';
import { type Clock, systemClock } from '../base/clock.js';
import type { IsAddressAllowed } from './address-policy.js';
import { createConnector, type Lookup, lookupAll } from './connector.js';
import { beginExchange } from './exchange.js';
import { watchKeptAlive } from './kept-alive.js';
import type { OutboundOutcome, OutboundRequest, Post } from './outbound.js';
import { createProbe, type Probe } from './probe.js';
import { createTargetOf } from './target.js';

export interface OutboundOptions {
  readonly isAddressAllowed: IsAddressAllowed;
  readonly lookup?: Lookup;
  /** Real time: sockets know no other. */
  readonly clock?: Pick<Clock, 'elapsed' | 'timer'>;
  readonly connectTimeoutMs?: number;
  /** Extra certificate authorities (PEM) that partners' certificates may rest on. */
  readonly ca?: string;
}

export interface Outbound {
  readonly post: Post;
  /** How far a notice to this address would get; nothing is sent. */
  readonly probe: (url: string) => Promise<Probe>;
  /** Ends idle connections and breaks off exchanges under way. */
  readonly close: () => Promise<void>;
}

/** The only way out of the service: POST over kept-alive connections, addresses checked when connecting, redirects never followed. */
export const createOutbound = (options: OutboundOptions): Outbound => {
  const clock = options.clock ?? systemClock;
  const { isAddressAllowed, lookup = lookupAll, connectTimeoutMs = 5_000 } = options;
  const connect = createConnector({
    isAddressAllowed,
    lookup,
    connectTimeoutMs,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });
  // The exchange's own deadline bounds both.
  const unhurried = { headersTimeout: 0, bodyTimeout: 0 };
  const agent = new Agent({ connect, pipelining: 1, ...unhurried });
  /** Keeps no connection alive, so that none of its is old. */
  const freshAgent = new Agent({ connect, pipelining: 0, ...unhurried });
  const keptAlive = watchKeptAlive();
  const targetOf = createTargetOf();

  const post = (request: OutboundRequest): Promise<OutboundOutcome> => {
    const target = targetOf(request);
    if ('reason' in target) return Promise.resolve({ kind: 'failed', ...target, durationMs: 0 });
    const { headers, body } = request;
    return new Promise((onOutcome) => {
      const send = (by: Agent, handler: Dispatcher.DispatchHandler): void => {
        try {
          by.dispatch({ origin: target.origin, path: target.path, method: 'POST', headers, body }, handler);
        } catch (error) {
          exchange.fail(error);
        }
      };
      const sendAnew = (handler: Dispatcher.DispatchHandler): void => send(freshAgent, handler);
      const exchange = beginExchange({ request, clock, keptAlive, sendAnew, onOutcome });
      send(agent, exchange.handler);
    });
  };

  const close = async (): Promise<void> => {
    keptAlive.close();
    await Promise.all([agent.destroy(), freshAgent.destroy()]);
  };

  const probe = createProbe({ connect, isAddressAllowed, lookup, clock, deadlineMs: connectTimeoutMs });

  return { post, probe, close };
};
