import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

/** Bytes that are sealed together: what a damaged place costs, and the most that is held in memory. */
const CHUNK = 2 ** 20;
const TAG = 16;
const KEY = 32;
/** 128 MB and about half a second for each guess. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 } as const;

/** The passphrase is another one, or the bytes were changed. */
export class SealError extends Error {
  override readonly name = 'SealError';
}

/** The key of one backup, sealed with a passphrase; all in base64. */
export type SealedKey = { salt: string; key: string };

const secretOf = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** Chunk n of a stream; the last one says so, so that none can be cut off. */
function nonceOf(n: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(n, 7);
  nonce[11] = last ? 1 : 0;
  return nonce;
}

function sealChunk(key: Buffer, bytes: Buffer, nonce: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(key: Buffer, bytes: Buffer, nonce: Buffer): Buffer {
  if (bytes.length < TAG) throw new SealError('it ends too early');
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAuthTag(bytes.subarray(-TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()]);
  } catch {
    throw new SealError('its bytes are not those that were sealed');
  }
}

/** A new key for one backup, and the same sealed with a passphrase (scrypt, AES-256-GCM). */
export async function makeKey(passphrase: string): Promise<{ key: Buffer; sealed: SealedKey }> {
  const key = randomBytes(KEY);
  const salt = randomBytes(KEY);
  const sealed = sealChunk(await secretOf(passphrase, salt, KEY, COST), key, nonceOf(0, true));
  return { key, sealed: { salt: salt.toString('base64'), key: sealed.toString('base64') } };
}

/** @throws SealError when the passphrase is another one */
export async function openKey(passphrase: string, { salt, key }: SealedKey): Promise<Buffer> {
  const secret = await secretOf(passphrase, Buffer.from(salt, 'base64'), KEY, COST);
  return openChunk(secret, Buffer.from(key, 'base64'), nonceOf(0, true));
}

/** A text that nobody without the key can compute. */
export const macOf = (key: Buffer, text: string): string => createHmac('sha256', key).update(text).digest('base64');

/** Each part has a key of its own, so that parts can be neither mixed up nor share a nonce. */
const keyOf = (key: Buffer, part: string): Buffer => Buffer.from(hkdfSync('sha256', key, '', `part ${part}`, KEY));

/** Cuts a stream into pieces of one size; the last may be shorter, and is told. */
async function* pieces(
  from: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ piece: Buffer; n: number; last: boolean }> {
  let held: Buffer[] = [];
  let bytes = 0;
  let n = 0;
  for await (const chunk of from) {
    held.push(chunk);
    bytes += chunk.length;
    if (bytes <= size) continue;
    let all = Buffer.concat(held, bytes);
    // One byte more shows that it is not the last.
    for (; all.length > size; all = all.subarray(size)) yield { piece: all.subarray(0, size), n: n++, last: false };
    held = [all];
    bytes = all.length;
  }
  yield { piece: Buffer.concat(held, bytes), n, last: true };
}

/** Seals a stream for the part of a name. */
export async function* seal(from: AsyncIterable<Buffer>, key: Buffer, part: string): AsyncGenerator<Buffer> {
  const own = keyOf(key, part);
  for await (const { piece, n, last } of pieces(from, CHUNK)) yield sealChunk(own, piece, nonceOf(n, last));
}

/** The way back. @throws SealError at the first byte that is not as it was */
export async function* unseal(from: AsyncIterable<Buffer>, key: Buffer, part: string): AsyncGenerator<Buffer> {
  const own = keyOf(key, part);
  for await (const { piece, n, last } of pieces(from, CHUNK + TAG)) yield openChunk(own, piece, nonceOf(n, last));
}
