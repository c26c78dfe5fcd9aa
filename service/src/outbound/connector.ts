import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { IsAddressAllowed } from './address-policy.js';

/** Every address of a name; rejects with the system's error. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

export const lookupAll: Lookup = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) =>
      error === null ? resolve(addresses) : reject(error),
    );
  });

/** The name leads only to addresses that the policy forbids. */
class BlockedAddressError extends Error {
  readonly code = 'BLOCKED_ADDRESS';
}

/** The name is known and leads nowhere. */
class NoAddressError extends Error {
  readonly code = 'ENODATA';
}

const asError = (thrown: unknown): NodeJS.ErrnoException =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

/**
 * Whoever asks for a name that is being looked up shares the answer: the system looks up few names at a time, and the
 * notices of one partner whose name servers hang must not hold the places of all.
 */
const shared = (lookup: Lookup): Lookup => {
  const underWay = new Map<string, ReturnType<Lookup>>();
  return (hostname) => {
    const known = underWay.get(hostname);
    if (known !== undefined) return known;
    const asked = lookup(hostname).finally(() => underWay.delete(hostname));
    underWay.set(hostname, asked);
    return asked;
  };
};

/** A `lookup` for `net.connect` that gives out vetted addresses only: what was checked is what is dialled. */
const vetted =
  (lookup: Lookup, isAddressAllowed: IsAddressAllowed): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname).then(
      (found) => {
        const allowed = found.filter(({ address }) => isAddressAllowed(address));
        const [first] = allowed;
        if (found.length === 0) callback(new NoAddressError(`no address for ${hostname}`), '');
        else if (first === undefined) {
          callback(new BlockedAddressError(`no allowed address for ${hostname}`), '');
        } else if (options.all === true) callback(null, [...allowed]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(asError(error), ''),
    );
  };

export interface ConnectorOptions {
  readonly isAddressAllowed: IsAddressAllowed;
  readonly lookup: Lookup;
  readonly connectTimeoutMs: number;
  /** Extra certificate authorities (PEM). */
  readonly ca?: string;
}

/** Checks the address when connecting; an IP literal never reaches `lookup`, so it is checked here. */
export const createConnector = (options: ConnectorOptions): buildConnector.connector => {
  const connect = buildConnector({
    timeout: options.connectTimeoutMs,
    lookup: vetted(shared(options.lookup), options.isAddressAllowed),
    autoSelectFamily: true,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  });
  return (target, callback) => {
    if (isIP(target.hostname) !== 0 && !options.isAddressAllowed(target.hostname)) {
      callback(new BlockedAddressError(`address ${target.hostname} is not allowed`), null);
      return;
    }
    connect(target, callback);
  };
};
