import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import type { Clock } from '../base/clock.js';
import type { IsAddressAllowed } from './address-policy.js';
import type { Lookup } from './connector.js';
import { type Failure, failureOf } from './failure.js';
import { readUrl } from './target.js';

/** How far one gets to an address without sending anything. Never rejects. */
export interface Probe {
  /** What the name leads to; none where it does not resolve. */
  readonly addresses: readonly { readonly address: string; readonly isAllowed: boolean }[];
  /** Why no connection could be made. */
  readonly failure?: Failure;
  /** When the certificate ends, epoch ms; for https alone. */
  readonly certificateEndsAt?: number;
  readonly durationMs: number;
}

export interface ProbeOptions {
  /** That of the notices: the same policy, the same look-up. */
  readonly connect: buildConnector.connector;
  readonly isAddressAllowed: IsAddressAllowed;
  readonly lookup: Lookup;
  readonly clock: Pick<Clock, 'elapsed' | 'timer'>;
  /** For the look-up and the connection together. */
  readonly deadlineMs: number;
}

/** Look-ups that were given up hold the few threads that make them, which notices need too. */
const mostStuck = 2;

type Socket = NonNullable<Parameters<buildConnector.Callback>[1]>;

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const timedOut = (ms: number): Error =>
  Object.assign(new Error(`not within ${ms} ms`), { code: 'ETIMEDOUT' });

/** The promise's value, or a rejection when the time is up; the promise itself goes on. */
const within = <Value>(clock: Pick<Clock, 'timer'>, ms: number, promise: Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    const cancel = clock.timer(ms, () => reject(timedOut(ms)));
    promise.then(resolve, reject).finally(cancel);
  });

const connectTo = (connect: buildConnector.connector, url: URL): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const { protocol, host, port } = url;
    connect({ protocol, host, port, hostname: hostOf(url) }, (...[error, socket]) => {
      if (error === null) resolve(socket);
      else reject(error);
    });
  });

const certificateEnd = (socket: Socket): number | undefined => {
  if (!(socket instanceof TLSSocket)) return undefined;
  const endsAt = Date.parse(socket.getPeerCertificate().valid_to ?? '');
  return Number.isNaN(endsAt) ? undefined : endsAt;
};

/** Looks a name up and connects, as a notice would, and hangs up: nothing is sent. */
export const createProbe = (options: ProbeOptions): ((url: string) => Promise<Probe>) => {
  const { connect, isAddressAllowed, lookup, clock, deadlineMs } = options;

  let stuck = 0;

  const find = async (host: string): Promise<readonly LookupAddress[]> => {
    const family = isIP(host);
    if (family !== 0) return [{ address: host, family }];
    if (stuck >= mostStuck)
      throw Object.assign(new Error('not looked up, since others’ look-ups hang'), { code: 'EAI_AGAIN' });
    const looking = lookup(host);
    return within(clock, deadlineMs, looking).catch((error: unknown) => {
      const isLate = failureOf(error).reason === 'timeout';
      if (isLate) stuck += 1;
      const end = (): void => {
        if (isLate) stuck -= 1;
      };
      looking.then(end, end);
      throw isLate
        ? Object.assign(new Error(`no answer from the name server within ${deadlineMs} ms`), {
            code: 'EAI_AGAIN',
          })
        : error;
    });
  };

  const hangUp = async (url: URL, leftMs: number): Promise<Pick<Probe, 'certificateEndsAt'>> => {
    const connecting = connectTo(connect, url);
    try {
      const socket = await within(clock, leftMs, connecting);
      const certificateEndsAt = certificateEnd(socket);
      return certificateEndsAt === undefined ? {} : { certificateEndsAt };
    } finally {
      // One that comes late is hung up too.
      connecting.then(
        (socket) => socket.destroy(),
        () => undefined,
      );
    }
  };

  return async (text) => {
    const startedAt = clock.elapsed();
    const spent = (): number => Math.round(clock.elapsed() - startedAt);
    const url = readUrl(text);
    if (url === undefined)
      return {
        addresses: [],
        failure: { reason: 'bad_url', detail: 'not a plain http or https address' },
        durationMs: 0,
      };
    let addresses: Probe['addresses'] = [];
    try {
      const found = await find(hostOf(url));
      addresses = found.map(({ address }) => ({ address, isAllowed: isAddressAllowed(address) }));
      const reached = await hangUp(url, Math.max(1, deadlineMs - spent()));
      return { addresses, ...reached, durationMs: spent() };
    } catch (error) {
      return { addresses, failure: failureOf(error), durationMs: spent() };
    }
  };
};
