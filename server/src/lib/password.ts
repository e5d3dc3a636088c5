import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { unpadded } from './unpadded.ts';

const derive = promisify(argon2);
/** OWASP's smallest recommended argon2id: 19 MiB, two passes. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const TAG_BYTES = 32;

type Cost = { memory: number; passes: number; parallelism: number };
const COST: Cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: 1 };

async function tag(password: string, nonce: Buffer, cost: Cost, tagLength = TAG_BYTES): Promise<Buffer> {
  return derive('argon2id', { message: Buffer.from(password, 'utf8'), nonce, tagLength, ...cost });
}

const text = (bytes: Buffer) => unpadded(bytes.toString('base64'));

/** A new hash in the PHC form `$argon2id$v=19$m=…,t=…,p=…$salt$tag`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${text(salt)}$${text(await tag(password, salt, COST))}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${text(Buffer.alloc(16))}$${text(Buffer.alloc(TAG_BYTES))}`;

/** Whether the password matches. Takes the same time for `null` (no user, or no password yet), which never matches. */
export async function passwordFits(password: string, hash: string | null): Promise<boolean> {
  const parts = PHC.exec(hash ?? NOBODY);
  if (!parts) return false;
  const [memory, passes, parallelism] = parts.slice(1, 4).map(Number) as [number, number, number];
  const [salt, expected] = parts.slice(4).map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer];
  const actual = await tag(password, salt, { memory, passes, parallelism }, expected.length);
  return timingSafeEqual(actual, expected) && hash !== null;
}
