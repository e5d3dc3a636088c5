import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { readOrCreateSecret } from './read-or-create-secret.ts';

export type SecretBox = {
  /** Seals text so that only this installation can read it (AES-256-GCM). */
  seal(text: string): string;
  open(sealed: string): string;
  /** 32 bytes of a text that nobody else can compute, others for each purpose (HMAC-SHA-256). */
  digest(purpose: string, text: string): Buffer;
};

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Seals with AES-256-GCM and a 32-byte key; a text that was sealed with another key, or changed, does not open. */
export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal(text) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
    digest: (purpose, text) =>
      createHmac('sha256', Buffer.from(hkdfSync('sha256', key, '', purpose, 32)))
        .update(text)
        .digest(),
  };
}

const keyFile = (dataDir: string): string => path.join(dataDir, 'secret.key');

/**
 * The installation's key: `SECRET_KEY` where several machines share one database, otherwise a file in the data folder
 * that is created once. Two processes that start at the same moment end with the same key.
 */
export function loadSecretKey(config: { secretKey: string | undefined; dataDir: string }): Buffer {
  if (config.secretKey) return Buffer.from(config.secretKey, 'hex');
  return Buffer.from(
    readOrCreateSecret(keyFile(config.dataDir), () => randomBytes(32).toString('hex')),
    'hex',
  );
}

/** The same, and null where the installation has no key yet: nothing is created. */
export const existingSecretKey = (config: { secretKey: string | undefined; dataDir: string }): Buffer | null =>
  config.secretKey || existsSync(keyFile(config.dataDir)) ? loadSecretKey(config) : null;
