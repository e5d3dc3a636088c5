import packet, { type Answer } from 'dns-packet';

/** What a server answered. `rcode` as in RFC 1035, 4.1.1. */
export type DnsReply = {
  rcode: number;
  authoritative: boolean;
  answers: readonly Answer[];
  authorities: readonly Answer[];
};

/** `other`: no answer to this question. `truncated`: it has to be asked over TCP. `broken`: nobody can read it. */
export type Read = DnsReply | 'other' | 'truncated' | 'broken';

const HEADER = 12;
/** Bytes of an answer, and records of one of its sections: delegations have 13 name servers with two addresses each. */
export const MOST_BYTES = 4096;
const MOST_RECORDS = 64;
const IS_RESPONSE = 0x80;
const OPCODE = 0x78;
const AUTHORITATIVE = 0x04;
const TRUNCATED = 0x02;

const plain = (message: Buffer, end: number): string => message.toString('latin1', HEADER, end).toLowerCase();

/**
 * Reads what came back for a question: its length, id, question and counts before any record. Never throws for foreign
 * bytes.
 * @param asked the question as it was sent, without records
 */
export function readReply(message: Buffer, asked: Buffer, questionEnd: number): Read {
  if (message.length < questionEnd || message.length > MOST_BYTES) return 'other';
  const [flags = 0, more = 0] = message.subarray(2, 4);
  const isAnswer = (flags & IS_RESPONSE) !== 0 && (flags & OPCODE) === 0;
  if (!isAnswer || message.readUInt16BE(0) !== asked.readUInt16BE(0) || message.readUInt16BE(4) !== 1) return 'other';
  if (plain(message, questionEnd) !== plain(asked, questionEnd)) return 'other';
  if (flags & TRUNCATED) return 'truncated';
  if ([6, 8, 10].some((at) => message.readUInt16BE(at) > MOST_RECORDS)) return 'broken';
  try {
    const { answers = [], authorities = [] } = packet.decode(message);
    return { rcode: more & 0x0f, authoritative: (flags & AUTHORITATIVE) !== 0, answers, authorities };
  } catch {
    return 'broken';
  }
}

/** Characters that no host name has are shown as `?`; the name stays in its list, which is compared as a whole. */
const hostOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/[^a-z0-9._-]/g, '?');

/** The name servers in the NS records of exactly this name, lower case and sorted, each once. */
export function nameserversIn(records: readonly Answer[], name: string): string[] {
  const hosts = records.flatMap((record) =>
    record.type === 'NS' && typeof record.data === 'string' && hostOf(record.name) === name
      ? [hostOf(record.data)]
      : [],
  );
  return [...new Set(hosts)].sort();
}
