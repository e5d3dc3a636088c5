import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const COST = { N: 16_384, r: 8, p: 1 };
const KEY_BYTES = 32;

/** Hashes the password of a protected site: `scrypt$N$r$p$salt$key`, salt and key in base64url. */
export async function hashSitePassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$');
}

/** Compares in constant time; a hash of another form never matches. */
export async function verifySitePassword(password: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  // Node treats 0 as "the default".
  if (expected.length !== KEY_BYTES || !Object.values(cost).every((value) => Number.isInteger(value) && value > 0))
    return false;
  const actual = await derive(password, Buffer.from(salt, 'base64url'), cost).catch(() => null);
  return actual !== null && timingSafeEqual(actual, expected);
}

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_BYTES, cost, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

/** A fingerprint of credentials that is worthless outside this process. */
const PROCESS_KEY = randomBytes(32);
export function fingerprint(...parts: string[]): string {
  return createHmac('sha256', PROCESS_KEY).update(JSON.stringify(parts)).digest('base64url');
}
