import packet, { type Answer, type OptAnswer, type Packet } from 'dns-packet';
import { answerQuery, flagsOf, RCODE, type Reply, type ZoneSource } from './answer.ts';
import { cookieOption, type Cookie, type Cookies } from './cookies.ts';

const HEADER = 12;
const IS_RESPONSE = 0x80;
const OPCODE_AND_RD = 0x79;
const TRUNCATED = 1 << 9;
/** Answers over UDP that no network divides (DNS flag day 2020), and those of clients without EDNS (RFC 1035). */
const UDP_MAX = 1232;
const UDP_PLAIN = 512;
const TCP_MAX = 65_535;
/** Extended response code of an unknown EDNS version (RFC 6891); its lower four bits are 0. */
const BAD_VERSION = 1;

/** Decides for UDP whether a client gets its answer, a hint to use TCP, or nothing. */
export type Transport = 'udp' | 'tcp';

/** The end of the only question; null when it is not one that can be repeated. */
function questionEnd(message: Buffer): number | null {
  let at = HEADER;
  for (;;) {
    const length = message[at];
    if (length === undefined || length > 63) return null;
    at += length + 1;
    if (length === 0) return at + 4 <= message.length ? at + 4 : null;
  }
}

/** A reply with the header's id and the question as they were sent. */
function encode(message: Buffer, flags: number, end: number, sections: Packet): Buffer {
  const encoded = packet.encode({ type: 'response', id: message.readUInt16BE(0), flags, ...sections });
  encoded[2] = (encoded[2] ?? 0) | ((message[2] ?? 0) & OPCODE_AND_RD);
  if (end === HEADER) return encoded;
  encoded.writeUInt16BE(1, 4);
  return Buffer.concat([encoded.subarray(0, HEADER), message.subarray(HEADER, end), encoded.subarray(HEADER)]);
}

/** The library encodes options of any code with their data; its types know four codes. */
const optionOf = ({ data }: Cookie) => ({ code: 10, data }) as unknown as OptAnswer['options'][number];

/** The EDNS part of a reply, with the client's cookie. */
const optOf = (extendedRcode: number, cookie: Cookie | null): Answer => ({
  ...{ type: 'OPT' as const, name: '.', udpPayloadSize: UDP_MAX, extendedRcode, ednsVersion: 0 },
  ...{ flags: 0, flag_do: false, options: cookie ? [optionOf(cookie)] : [] },
});

/** The client, as far as its address and cookie tell who it is. */
export type Client = { address: string; cookies: Cookies };

/** What a message says of its sender; null when its cookie is malformed. */
function cookieOf(message: Buffer, end: number, { address, cookies }: Client): { cookie: Cookie | null } | null {
  const option = cookieOption(message, end);
  if (option === null) return { cookie: null };
  const cookie = cookies.read(option, address);
  return cookie && { cookie };
}

/** Whether a message shows by its cookie that its sender's address is no forgery. Costs one hash. */
export function isProven(message: Buffer, client: Client): boolean {
  const end = message.length < HEADER ? null : questionEnd(message);
  return end !== null && (cookieOf(message, end, client)?.cookie?.proven ?? false);
}

/** A reply without records. */
export const plainReply = (message: Buffer, rcode: number): Buffer => encode(message, rcode, HEADER, {});

/** The hint to ask again over TCP; null for what is no query. */
export function truncatedReply(message: Buffer): Buffer | null {
  if (message.length < HEADER || (message[2] ?? 0) & IS_RESPONSE) return null;
  const end = questionEnd(message);
  return end === null ? null : encode(message, TRUNCATED, end, {});
}

/** Whether the header promises one question and nothing else but EDNS; otherwise decoding may cost too much. */
const isPlain = (message: Buffer): boolean =>
  message.readUInt16BE(4) === 1 &&
  message.readUInt16BE(6) === 0 &&
  message.readUInt16BE(8) <= 1 &&
  message.readUInt16BE(10) <= 2;

function decoded(message: Buffer): ReturnType<typeof packet.decode> | null {
  try {
    return packet.decode(message);
  } catch {
    return null;
  }
}

/**
 * Answers a message of a client; null when it gets none: it is too short, or is itself an answer. Never throws for what
 * a client sent.
 */
export async function answerMessage(
  message: Buffer,
  { transport, source, ...client }: Client & { transport: Transport; source: ZoneSource },
): Promise<Buffer | null> {
  if (message.length < HEADER || (message[2] ?? 0) & IS_RESPONSE) return null;
  const end = questionEnd(message);
  if (end === null || !isPlain(message)) return plainReply(message, RCODE.format);
  const query = decoded(message);
  if (query === null) return plainReply(message, RCODE.format);
  const opt = query.additionals?.find((each) => each.type === 'OPT');
  const edns = opt?.type === 'OPT' ? opt : null;
  const found = edns ? cookieOf(message, end, client) : { cookie: null };
  if (found === null) return plainReply(message, RCODE.format);
  const { cookie } = found;
  if (edns && edns.ednsVersion > 0) return encode(message, 0, end, { additionals: [optOf(BAD_VERSION, cookie)] });
  const reply = await answerQuery(query, source);
  const own = edns ? [optOf(0, cookie)] : [];
  const whole = encodeReply(message, end, reply, own);
  const limit = transport === 'tcp' ? TCP_MAX : Math.min(UDP_MAX, Math.max(UDP_PLAIN, edns?.udpPayloadSize ?? 0));
  if (whole.length <= limit) return whole;
  return encode(message, flagsOf(reply) | TRUNCATED, end, { additionals: own });
}

const encodeReply = (message: Buffer, end: number, reply: Reply, own: Answer[]): Buffer =>
  encode(message, flagsOf(reply), end, {
    answers: reply.answers,
    authorities: reply.authorities,
    additionals: [...reply.additionals, ...own],
  });
