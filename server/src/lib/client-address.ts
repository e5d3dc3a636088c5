import { BlockList, isIP } from 'node:net';

/** Whether an address is one of the installation's own proxies. */
export type TrustedPeers = (address: string) => boolean;

const NAMED: Readonly<Record<string, readonly string[]>> = { loopback: ['127.0.0.0/8', '::1'] };
const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Whether a text is an IP address, a network in CIDR notation, or `loopback`. */
export function isNetwork(text: string): boolean {
  if (Object.hasOwn(NAMED, text)) return true;
  const [address = '', prefix, ...more] = text.split('/');
  if (isIP(address) === 0 || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIP(address) === 6 ? 128 : 32));
}

/** The proxies of TRUST_PROXY: addresses and networks that `isNetwork` accepts. */
export function trustedPeers(networks: readonly string[]): TrustedPeers {
  if (networks.length === 0) return () => false;
  const list = new BlockList();
  for (const network of networks.flatMap((name) => NAMED[name] ?? [name])) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/**
 * A bare address, without the forms that proxies and sockets add: `::ffff:1.2.3.4`, `1.2.3.4:5678`, `[::1]:5678`;
 * null for anything else.
 */
function plainAddress(text: string): string | null {
  const given = text.trim();
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(given)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(given)?.[1] ?? given;
  const address = bare.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(address) === 0 || address.includes('%') ? null : address;
}

/**
 * The address of a client. `X-Forwarded-For` counts only as far as the installation's own proxies wrote it: read from
 * the right, the first address that is not one of theirs is the client's. Everything to its left is the client's own
 * claim.
 * @param peer the address of the connection
 * @param forwardedFor the header; several lines joined by commas
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: TrustedPeers,
): string {
  let address = plainAddress(peer ?? '') ?? '0.0.0.0';
  const hops = (forwardedFor ?? '').split(',');
  while (trusted(address) && hops.length > 0) {
    const hop = plainAddress(hops.pop() ?? '');
    if (hop === null) break;
    address = hop;
  }
  return address;
}

/** Whether the client's own connection was encrypted, according to a trusted proxy. */
export function forwardedTls(
  peer: string | undefined,
  forwardedProto: string | undefined,
  trusted: TrustedPeers,
): boolean {
  return (
    trusted(plainAddress(peer ?? '') ?? '0.0.0.0') &&
    forwardedProto?.split(',').at(-1)?.trim().toLowerCase() === 'https'
  );
}

/** The first groups of an IPv6 address, without leading zeros. */
function leadingGroups(ip: string, count: number): string {
  const [head = '', tail = ''] = ip.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = ip.includes('::')
    ? [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return groups
    .slice(0, count)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}

/** The key under which an address is counted; an IPv6 user owns a whole /64. */
export const addressKey = (ip: string): string => (ip.includes(':') ? `${leadingGroups(ip, 4)}::/64` : ip);

/** The network of an address, as large as one subscriber may own: /24 of IPv4, /48 of IPv6. */
export const networkOf = (ip: string): string =>
  ip.includes(':') ? `${leadingGroups(ip, 3)}::/48` : `${ip.split('.').slice(0, 3).join('.')}.0/24`;

/** The widest network that is counted: /16 of IPv4, /32 of IPv6, which is what one provider has. */
export const providerOf = (ip: string): string =>
  ip.includes(':') ? `${leadingGroups(ip, 2)}::/32` : `${ip.split('.').slice(0, 2).join('.')}.0.0/16`;
