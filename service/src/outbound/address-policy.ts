import ipaddr from 'ipaddr.js';

/** Whether the service may connect to this address (text form, IPv4 or IPv6). */
export type IsAddressAllowed = (address: string) => boolean;

const openRanges: ReadonlySet<string> = new Set(['unicast']);
/** What "private targets" adds. Link-local stays out: that is where clouds keep machine credentials. */
const privateRanges: ReadonlySet<string> = new Set([
  'unicast',
  'loopback',
  'private',
  'carrierGradeNat',
  'uniqueLocal',
]);

/** Metadata services outside the link-local range. */
const neverAllowed: ReadonlySet<string> = new Set(['fd00:ec2::254', '100.100.100.200', '192.0.0.192']);

const nat64Prefix = ipaddr.IPv6.parse('64:ff9b::');
const globalUnicast = ipaddr.IPv6.parse('2000::');

const isIPv6Allowed = (address: ipaddr.IPv6, ranges: ReadonlySet<string>): boolean => {
  const range = address.range();
  if (range !== 'unicast') return ranges.has(range);
  // Outside 2000::/3 "unicast" only means that nobody has named the block (IPv4-compatible ::a.b.c.d, for one).
  return address.match(globalUnicast, 3);
};

/** The IPv4 address that an IPv6 one really reaches: mapped, or through the well-known NAT64 prefix. */
const effective = (address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 => {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  if (!address.match(nat64Prefix, 96)) return address;
  return new ipaddr.IPv4(address.toByteArray().slice(12));
};

/** Public unicast only; with `allowPrivateTargets` also loopback and private ranges, never link-local or metadata addresses. */
export const createAddressPolicy = (options: { readonly allowPrivateTargets: boolean }): IsAddressAllowed => {
  const ranges = options.allowPrivateTargets ? privateRanges : openRanges;
  return (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = effective(ipaddr.parse(text));
    if (neverAllowed.has(address.toString())) return false;
    return address instanceof ipaddr.IPv6 ? isIPv6Allowed(address, ranges) : ranges.has(address.range());
  };
};
