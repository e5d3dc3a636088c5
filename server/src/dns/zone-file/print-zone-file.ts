import { NO_TARGET, type DnsRecord } from '@panel/contract';
import { authorityOf, NS_TTL, SOA_TIMES, SOA_TTL, textParts, type Zone } from '../zone.ts';

const absolute = (host: string): string => (host === NO_TARGET ? host : `${host}.`);
/** Bytes in quotation marks; those that are no printable ASCII as `\DDD` (RFC 1035, 5.1). */
const quoted = (bytes: Uint8Array): string => {
  const written = Array.from(bytes, (byte) => {
    if (byte < 0x20 || byte > 0x7e) return `\\${String(byte).padStart(3, '0')}`;
    const char = String.fromCharCode(byte);
    return char === '"' || char === '\\' ? `\\${char}` : char;
  });
  return `"${written.join('')}"`;
};

/** The data of a record in presentation form (RFC 1035, 5.1). */
export function presentationOf(record: DnsRecord): string {
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return record.value;
    case 'MX':
      return `${record.priority} ${absolute(record.value)}`;
    case 'SRV':
      return `${record.priority} ${record.weight} ${record.port} ${absolute(record.value)}`;
    case 'CAA':
      return `${record.flags} ${record.tag} ${quoted(Buffer.from(record.value))}`;
    case 'TXT':
      return textParts(record.value).map(quoted).join(' ');
    default:
      return absolute(record.value);
  }
}

const lineOf = (record: DnsRecord): string =>
  record.type === 'ALIAS'
    ? `; ${record.name}\t${record.ttl}\tALIAS\t${absolute(record.value)} (not a DNS type: other providers call it ALIAS, ANAME or flattened CNAME)`
    : `${record.name}\t${record.ttl}\tIN\t${record.type}\t${presentationOf(record)}`;

/** A zone as a zone file (RFC 1035, 5), which other name servers take. */
export function printZoneFile(zone: Zone): string {
  const { mname, rname } = authorityOf(zone);
  const { refresh, retry, expire, minimum } = SOA_TIMES;
  const times = [zone.serial, refresh, retry, expire, minimum].join(' ');
  return [
    `$ORIGIN ${zone.fqdn}.`,
    `@\t${SOA_TTL}\tIN\tSOA\t${mname}. ${rname}. (${times})`,
    ...zone.nameservers.map((host) => `@\t${NS_TTL}\tIN\tNS\t${host}.`),
    ...zone.records.map(lineOf),
    '',
  ].join('\n');
}
