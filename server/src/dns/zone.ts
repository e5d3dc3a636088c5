import { bytesOfText, type DnsRecord } from '@panel/contract';

/** A zone as it is served. Names are lower case, without a final dot. */
export type Zone = {
  fqdn: string;
  serial: number;
  nameservers: readonly string[];
  records: readonly DnsRecord[];
  /** Seconds that its own NS records may be kept, where that is shorter than usual. */
  nsTtl?: number;
};

/** Seconds; those of the SOA record (RIPE-203), of the zone's own NS records, and of the absence of a name. */
export const SOA_TIMES = { refresh: 86_400, retry: 7200, expire: 3_600_000, minimum: 300 } as const;
export const NS_TTL = 86_400;
export const SOA_TTL = 3600;

/** Who answers for a zone without name servers, which cannot be delegated. */
const NOBODY = 'localhost';

/** The first name server and the mailbox of the SOA record. */
export function authorityOf({ fqdn, nameservers }: Zone): { mname: string; rname: string } {
  return { mname: nameservers[0] ?? NOBODY, rname: `hostmaster.${fqdn}` };
}

/** Longest character-string of a TXT record, in bytes (RFC 1035, 3.3.14). */
const STRING_MAX = 255;

/** The bytes of a text in parts that fit in a TXT record: at least one, which may be empty. */
export function textParts(text: string): Buffer[] {
  const bytes = Buffer.from(bytesOfText(text));
  const count = Math.max(1, Math.ceil(bytes.length / STRING_MAX));
  return Array.from({ length: count }, (_, part) => bytes.subarray(part * STRING_MAX, (part + 1) * STRING_MAX));
}

const MOST_OF_A_DAY = 100;

/** The serial of the next version: the date and a counter, and always more than the previous one (RFC 1912, 2.2). */
export function nextSerial(previous: number, now: Date): number {
  const today = Number(now.toISOString().slice(0, 10).replaceAll('-', '')) * MOST_OF_A_DAY;
  return Math.max(previous + 1, today);
}
