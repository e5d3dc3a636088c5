import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** What every token begins with, so that people and secret scanners recognize one. */
export const API_TOKEN_PREFIX = 'pnl_';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 is the first power of 62 above 2^256, and 62^6 above 2^32. */
const SECRET_DIGITS = 43;
const CHECK_DIGITS = 6;
/** What the list shows of a token: 36 of its 256 bits. */
const SHOWN = API_TOKEN_PREFIX.length + 6;

const FORM = new RegExp(`^${API_TOKEN_PREFIX}([0-9A-Za-z]{${SECRET_DIGITS}})([0-9A-Za-z]{${CHECK_DIGITS}})$`);

function base62(value: bigint, length: number): string {
  let [rest, text] = [value, ''];
  for (; text.length < length; rest /= 62n) text = `${DIGITS[Number(rest % 62n)]}${text}`;
  return text;
}

const checksum = (secret: string): string => base62(BigInt(crc32(secret)), CHECK_DIGITS);

/** A new token: the prefix, 32 random bytes in base62, and their CRC-32 in base62, as GitHub's tokens are made. */
export function makeTokenText(): string {
  const secret = base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_DIGITS);
  return `${API_TOKEN_PREFIX}${secret}${checksum(secret)}`;
}

/** Whether the checksum fits: a text that was mistyped or cut short is never looked up. */
export function isTokenText(text: string): boolean {
  const [, secret, check] = FORM.exec(text) ?? [];
  return secret !== undefined && check === checksum(secret);
}

/** The part of a token that is stored and shown. */
export const shownPart = (text: string): string => text.slice(0, SHOWN);
