import { hash } from 'node:crypto';
import path from 'node:path';
import ssh2 from 'ssh2';
import { readOrCreateSecret } from '../security/read-or-create-secret.ts';

const { utils } = ssh2;

export type HostKey = { privateKey: string; fingerprint: string };

/** The key by which clients recognise this server. It is made once: a new one would make every client warn. */
export function loadHostKey(dataDir: string): HostKey {
  const privateKey = readOrCreateSecret(
    path.join(dataDir, 'keys', 'sftp-host-key'),
    () => utils.generateKeyPairSync('ed25519').private,
  );
  const key = utils.parseKey(privateKey);
  if (key instanceof Error) throw key;
  const digest = hash('sha256', key.getPublicSSH(), 'base64').replace(/=+$/, '');
  return { privateKey, fingerprint: `SHA256:${digest}` };
}
