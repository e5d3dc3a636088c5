import { BlockList, isIP } from 'node:net';

/**
 * IPv4 blocks that no public server has (IANA special-purpose registry), and one public address that clouds use for
 * metadata.
 */
const IPV4_NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '168.63.129.16/32',
];
/** Within global unicast: protocol assignments with Teredo and benchmarking, documentation, 6to4. */
const IPV6_NOT_PUBLIC = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];
const IPV6_GLOBAL = ['2000::/3'];
/** Addresses that embed an IPv4 address: mapped, compatible and NAT64. */
const IPV6_EMBEDDING = ['::/96', '::ffff:0:0/96', '64:ff9b::/96'];

/** A list of addresses and networks (`10.0.0.0/8`, `::1`). @throws TypeError for an entry that is neither */
function addressList(entries: readonly string[]): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', bits, more] = entry.split('/');
    const family = isIP(address);
    const width = family === 4 ? 32 : 128;
    if (
      family === 0 ||
      more !== undefined ||
      (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= width))
    )
      throw new TypeError(`${entry} is neither an address nor a network`);
    list.addSubnet(address, bits === undefined ? width : Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

const notPublic4 = addressList(IPV4_NOT_PUBLIC);
const notPublic6 = addressList(IPV6_NOT_PUBLIC);
const global6 = addressList(IPV6_GLOBAL);
const embedding = addressList(IPV6_EMBEDDING);

/** Whether a list contains an address, in any notation. */
function listHolds(list: BlockList, address: string): boolean {
  const family = isIP(address);
  if (family === 0 || address.includes('%')) return false;
  const inner = family === 6 ? embeddedIpv4(address) : address;
  return list.check(address, family === 4 ? 'ipv4' : 'ipv6') || (inner !== null && list.check(inner, 'ipv4'));
}

/**
 * Whether an address belongs to a server on the public internet. Loopback, private, link-local, shared (CGNAT),
 * metadata, multicast, documentation and benchmarking addresses do not, nor does any address that embeds one of them.
 * Invalid addresses are not public.
 */
function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic4.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  const inner = embeddedIpv4(address);
  if (inner !== null) return !notPublic4.check(inner, 'ipv4');
  return global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6');
}

/** The IPv4 address in the last four bytes of a mapped, compatible or NAT64 address, or null. */
function embeddedIpv4(address: string): string | null {
  if (!embedding.check(address, 'ipv6')) return null;
  const dotted = /:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1];
  if (dotted !== undefined) return dotted;
  // The URL parser writes every IPv6 address in its shortest form.
  const words = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(':');
  const [high, low] = words.slice(-2).map((word) => Number.parseInt(word === '' ? '0' : word, 16));
  return [high ?? 0, low ?? 0].flatMap((word) => [word >> 8, word & 255]).join('.');
}

/** Decides which addresses may be connected to. */
export type AddressPolicy = {
  allows(address: string): boolean;
  /** Whether `EGRESS_ALLOW` names the address: then all its ports are open. */
  named(address: string): boolean;
};

/**
 * Allows public addresses except this machine's, and the operator's list.
 * @param allow additional networks and addresses
 * @param own returns the addresses of this machine, called each time because they change
 */
export function createAddressPolicy({
  allow = [],
  own = () => [],
}: { allow?: readonly string[]; own?: () => readonly string[] } = {}): AddressPolicy {
  const allowed = addressList(allow);
  const named = (address: string) => listHolds(allowed, address);
  return {
    named,
    allows: (address) => named(address) || (isPublicAddress(address) && !listHolds(addressList(own()), address)),
  };
}
