import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** What of a request says where it comes from. */
export interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Proxies write addresses bare, in brackets, and with a port. */
const bareAddress = (written: string): string =>
  written
    .trim()
    .replace(/^\[([^\]]*)\](?::\d+)?$/, '$1')
    .replace(/^([\d.]+):\d+$/, '$1');

/** Each proxy adds whom it heard from at the end; what stands before the entry of our outermost one, anybody may have written. */
const forwardedAddress = (header: string, proxies: number): string | undefined => {
  const entries = header.split(',');
  const address = bareAddress(entries[Math.max(0, entries.length - proxies)] ?? '');
  return isIP(address) === 0 ? undefined : address;
};

/** The address of whoever sent a request through so many proxies of ours. */
export const createClientAddress =
  (trustedProxies: number) =>
  ({ headers, socket }: Arrival): string => {
    const peer = socket.remoteAddress ?? '';
    const forwarded = headers['x-forwarded-for'];
    if (trustedProxies === 0 || forwarded === undefined) return peer;
    return forwardedAddress(String(forwarded), trustedProxies) ?? peer;
  };

/** What counts as one address: an IPv4 address, or an IPv6 /64, since anybody has a whole one of those. */
export const addressKey = (address: string): string => {
  if (isIP(address) !== 6) return address;
  const parsed = ipaddr.parse(address);
  if (!(parsed instanceof ipaddr.IPv6)) return address;
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
};
