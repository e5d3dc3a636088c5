import { APEX, DNS_TTL_DEFAULT, type DnsRecord } from '@panel/contract';
import { isIPv6 } from 'node:net';

/** The records that lead a domain, and `www` below it, to the hosted sites. */
export function siteRecords(fqdn: string, addresses: readonly string[]): DnsRecord[] {
  const ttl = DNS_TTL_DEFAULT;
  return [...addressRecords(APEX, addresses), { type: 'CNAME', name: 'www', ttl, value: fqdn }];
}

/** The A and AAAA records of a name for these addresses. */
export const addressRecords = (name: string, addresses: readonly string[]): DnsRecord[] =>
  addresses.map((value) => ({ type: isIPv6(value) ? 'AAAA' : 'A', name, ttl: DNS_TTL_DEFAULT, value }));
