import { hash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import ssh2 from 'ssh2';
import { unpadded } from '../lib/unpadded.ts';
import { readOrCreateSecret } from '../security/read-or-create-secret.ts';

const { utils } = ssh2;

export type HostKey = { privateKey: string; fingerprint: string };

const isReadable = (privateKey: string): boolean => !(utils.parseKey(privateKey) instanceof Error);

/** One of 180 keys of ssh2's generator is malformed (its issue 1513). */
function generateHostKey(): string {
  for (;;) {
    const { private: privateKey } = utils.generateKeyPairSync('ed25519');
    if (isReadable(privateKey)) return privateKey;
  }
}

/** The key by which clients recognise this server. It is made once: a new one would make every client warn. */
export function loadHostKey(dataDir: string): HostKey {
  const file = path.join(dataDir, 'keys', 'sftp-host-key');
  // A malformed key that was stored before has never been shown to a client.
  if (!isReadable(readOrCreateSecret(file, generateHostKey))) rmSync(file, { force: true });
  const privateKey = readOrCreateSecret(file, generateHostKey);
  const key = utils.parseKey(privateKey);
  if (key instanceof Error) throw key;
  const digest = unpadded(hash('sha256', key.getPublicSSH(), 'base64'));
  return { privateKey, fingerprint: `SHA256:${digest}` };
}
