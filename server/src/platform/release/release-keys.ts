import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto';
import path from 'node:path';
import type { Signature } from '@panel/contract/release';
import { readOrCreateSecret } from '../../security/read-or-create-secret.ts';

/** The DER form of an Ed25519 key is this prefix and its 32 bytes (RFC 8410). */
const PRIVATE_DER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_DER = Buffer.from('302a300506032b6570032100', 'hex');

/** Signs texts, for the installation or for a developer's own panel. */
export type Signer = { keyId: string; sign(text: string): Signature };

export type TrustedKeys = {
  keyIds: readonly string[];
  /** Null when the signature is valid; otherwise the error for people. */
  refusal(text: string, signature: Signature): string | null;
};

const rawOf = (key: KeyObject): Buffer =>
  (key.export({ type: 'spki', format: 'der' }) as Buffer).subarray(PUBLIC_DER.length);
const keyIdOf = (raw: Buffer): string => createHash('sha256').update(raw).digest('hex').slice(0, 16);

function signerOf(key: KeyObject): Signer {
  const keyId = keyIdOf(rawOf(createPublicKey(key)));
  return {
    keyId,
    sign: (text) => ({ keyId, signature: sign(null, Buffer.from(text, 'utf8'), key).toString('base64') }),
  };
}

/** The key that signs bundled releases: derived from the installation's secret, so that every process has the same. */
function installationKey(secretKey: Buffer): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secretKey, Buffer.alloc(0), 'panel release signing', 32));
  return createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: 'der', type: 'pkcs8' });
}

/** The key of `pnpm release` for one's own panel (development): `DATA_DIR/keys/release.pem`, created on first start. */
function developerKey(dataDir: string): KeyObject {
  return createPrivateKey(
    readOrCreateSecret(
      path.join(dataDir, 'keys', 'release.pem'),
      () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    ),
  );
}

export type ReleaseKeys = { installation: Signer; trusted: TrustedKeys };

/** The trusted keys of this process: its own, those of RELEASE_KEYS, and in development that of DATA_DIR/keys. */
export function readReleaseKeys(
  config: { releaseKeys: readonly string[]; development: boolean; dataDir: string },
  secretKey: Buffer,
): ReleaseKeys {
  const own = installationKey(secretKey);
  const raw = [...config.releaseKeys.map((text) => Buffer.from(text, 'base64')), rawOf(createPublicKey(own))];
  if (config.development) raw.push(rawOf(createPublicKey(developerKey(config.dataDir))));
  const keys = new Map(
    raw.map((bytes) => [
      keyIdOf(bytes),
      createPublicKey({ key: Buffer.concat([PUBLIC_DER, bytes]), format: 'der', type: 'spki' }),
    ]),
  );
  return {
    installation: signerOf(own),
    trusted: {
      keyIds: [...keys.keys()],
      refusal(text, { keyId, signature }) {
        const key = keys.get(keyId);
        if (!key)
          return `it is signed with the key ${keyId}, which this panel does not trust (RELEASE_KEYS); it trusts ${[...keys.keys()].join(', ')}`;
        return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64'))
          ? null
          : `its signature with the key ${keyId} does not match this text; it was changed after it was signed`;
      },
    },
  };
}
