import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Signature } from '@panel/contract/release';
import { PlainError } from '../plain-error.ts';

/** The DER form of an Ed25519 public key has a 12-byte header (RFC 8410). */
const DER_HEAD_BYTES = 12;

const rawPublic = (key: KeyObject): Buffer =>
  (createPublicKey(key).export({ type: 'spki', format: 'der' }) as Buffer).subarray(DER_HEAD_BYTES);

/** `keyId` as in Signature; `publicKey` as in a panel's RELEASE_KEYS: base64 of the raw 32 bytes. */
export type ReleaseKey = { keyId: string; publicKey: string; sign: (text: string) => Signature };

function releaseKey(key: KeyObject): ReleaseKey {
  const raw = rawPublic(key);
  const keyId = createHash('sha256').update(raw).digest('hex').slice(0, 16);
  return {
    keyId,
    publicKey: raw.toString('base64'),
    sign: (text) => ({ keyId, signature: sign(null, Buffer.from(text, 'utf8'), key).toString('base64') }),
  };
}

/**
 * Reads an Ed25519 private key in PEM (PKCS 8). `where` names it in errors.
 * @throws PlainError
 */
export function readKey(pem: string, where: string): ReleaseKey {
  const wrong = new PlainError(`${where} is not an Ed25519 private key in PEM form. Create one: release keygen <file>`);
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType !== 'ed25519') throw wrong;
    return releaseKey(key);
  } catch {
    throw wrong;
  }
}

/**
 * Creates a key that only its owner can read; never overwrites an existing file.
 * @throws PlainError
 */
export function makeKey(file: string): ReleaseKey {
  const { privateKey } = generateKeyPairSync('ed25519');
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
    throw new PlainError(
      isThere
        ? `${file} already exists, and a key cannot be recreated. Choose another file.`
        : `${file} cannot be written: ${(error as Error).message}`,
    );
  }
  return releaseKey(privateKey);
}
