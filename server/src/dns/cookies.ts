import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Lengths of RFC 7873 (4) in bytes: of the client's part, and of the client's and the server's together. */
const CLIENT = 8;
const LEAST = 16;
const MOST = 40;
/** Ours (RFC 9018, 4): version, three reserved bytes, time and hash. */
const OWN = CLIENT + 16;
const VERSION = 1;
/** Seconds (RFC 9018, 4.3): a cookie is accepted for an hour, renewed after half of it; clocks may differ. */
const ACCEPTED = 3600;
const RENEWED = 1800;
const AHEAD = 300;

/** `data`: what the answer carries. `proven`: this client got a cookie at its address, so the address is no forgery. */
export type Cookie = { data: Buffer; proven: boolean };

export type Cookies = {
  /** Reads the option of a question; null when its length is wrong (RFC 7873, 5.2.2). */
  read(option: Buffer, address: string): Cookie | null;
};

/**
 * DNS cookies: what a client repeats proves that it receives answers at its address, so it is no victim of a spoofed sender.
 * @param key of the installation, so that all its processes accept each other's cookies
 * @param now milliseconds
 */
export function createCookies(key: Buffer, now: () => number): Cookies {
  const secret = Buffer.from(hkdfSync('sha256', key, '', 'dns cookies', 32));
  const made = (client: Buffer, address: string, seconds: number): Buffer => {
    const head = Buffer.alloc(8);
    head[0] = VERSION;
    head.writeUInt32BE(seconds >>> 0, 4);
    const hash = createHmac('sha256', secret).update(client).update(head).update(address).digest();
    return Buffer.concat([client, head, hash.subarray(0, 8)]);
  };
  return {
    read(option, address) {
      if (option.length !== CLIENT && (option.length < LEAST || option.length > MOST)) return null;
      const client = option.subarray(0, CLIENT);
      const seconds = Math.floor(now() / 1000);
      if (option.length === OWN) {
        const at = option.readUInt32BE(CLIENT + 4);
        const age = (seconds - at) | 0;
        const isOurs = timingSafeEqual(option, made(client, address, at));
        if (isOurs && age <= ACCEPTED && age >= -AHEAD)
          return { data: age <= RENEWED ? Buffer.from(option) : made(client, address, seconds), proven: true };
      }
      return { data: made(client, address, seconds), proven: false };
    },
  };
}

const ROOT_OPT = Buffer.of(0, 0, 41);
const COOKIE = 10;
/** Name, type, size of payload, extended code and flags of an OPT record, before the length of its options (RFC 6891). */
const OPT_HEAD = 9;

/**
 * The cookie option of a question, read without decoding the rest: after the question, an OPT record whose options are
 * passed over. Null when there is none.
 * @param end of the question
 */
export function cookieOption(message: Buffer, end: number): Buffer | null {
  if (!message.subarray(end, end + ROOT_OPT.length).equals(ROOT_OPT) || message.length < end + OPT_HEAD + 2)
    return null;
  const last = Math.min(message.length, end + OPT_HEAD + 2 + message.readUInt16BE(end + OPT_HEAD));
  for (let at = end + OPT_HEAD + 2; at + 4 <= last;) {
    const length = message.readUInt16BE(at + 2);
    if (message.readUInt16BE(at) === COOKIE) return message.subarray(at + 4, Math.min(last, at + 4 + length));
    at += 4 + length;
  }
  return null;
}
