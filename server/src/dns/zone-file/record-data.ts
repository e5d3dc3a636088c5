import { isIP } from 'node:net';
import { DnsRecord, textOfBytes, type DnsType } from '@panel/contract';
import * as v from 'valibot';
import { ZoneFileError, type Entry, type Token } from './tokens.ts';

/** What an entry says about its record, besides its data. */
export type Head = { line: number; name: string; ttl: number };

type Fields = (tokens: readonly Token[], host: (token: Token) => string) => Record<string, unknown>;

const number = (token: Token | undefined): number | undefined =>
  token && /^\d{1,5}$/.test(token.text) ? Number(token.text) : undefined;

const text = (tokens: readonly Token[]): string =>
  textOfBytes(Buffer.from(tokens.map((token) => token.text).join(''), 'latin1'));

/** How many fields each type has, and what they are; a TXT record has one or more. PowerDNS writes ALIAS in files. */
const DATA: Readonly<Record<DnsType, { count: number; fields: Fields }>> = {
  ALIAS: { count: 1, fields: ([value], host) => ({ value: value && host(value) }) },
  A: { count: 1, fields: ([value]) => ({ value: value?.text }) },
  AAAA: { count: 1, fields: ([value]) => ({ value: value?.text }) },
  CNAME: { count: 1, fields: ([value], host) => ({ value: value && host(value) }) },
  NS: { count: 1, fields: ([value], host) => ({ value: value && host(value) }) },
  MX: {
    count: 2,
    fields: ([priority, value], host) => ({ priority: number(priority), value: value && host(value) }),
  },
  TXT: { count: Infinity, fields: (tokens) => ({ value: text(tokens) }) },
  SRV: {
    count: 4,
    fields: ([priority, weight, port, value], host) => ({
      ...{ priority: number(priority), weight: number(weight), port: number(port) },
      value: value && host(value),
    }),
  },
  CAA: {
    count: 3,
    fields: ([flags, tag, value]) => ({ flags: number(flags), tag: tag?.text.toLowerCase(), value: value?.text }),
  },
};

/** Whether a record of this type can be kept. */
export const isKept = (type: string): type is DnsType => Object.hasOwn(DATA, type);

/** A record from the fields of its data. @throws ZoneFileError with what is wrong */
export function readRecord(type: DnsType, head: Head, entry: Pick<Entry, 'tokens'>, host: (token: Token) => string) {
  const { count, fields } = DATA[type];
  const { tokens } = entry;
  const { line, name, ttl } = head;
  const isWrong = count === Infinity ? tokens.length === 0 : tokens.length !== count;
  if (isWrong)
    throw new ZoneFileError(
      line,
      `This ${type} record has ${tokens.length} fields, but needs ${count === Infinity ? 'at least 1' : count}.`,
    );
  if (type === 'TXT' && tokens.some((token) => token.text.length > 255))
    throw new ZoneFileError(
      line,
      'A text in a TXT record is longer than 255 bytes. Divide it into several texts in quotation marks.',
    );
  if ((type === 'A' || type === 'AAAA') && isIP(tokens[0]?.text ?? '') === 0)
    throw new ZoneFileError(line, `${tokens[0]?.text.slice(0, 60)} is no address.`);
  const parsed = v.safeParse(DnsRecord, { type, name, ttl, ...fields(tokens, host) });
  if (parsed.success) return parsed.output;
  throw new ZoneFileError(line, parsed.issues[0].message);
}
