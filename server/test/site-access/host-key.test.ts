import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import ssh2 from 'ssh2';
import { loadHostKey } from '../../src/sftp/host-key.ts';

const { utils } = ssh2;
const dataDir = mkdtempSync(path.join(tmpdir(), 'panel-host-key-'));
after(() => rmSync(dataDir, { recursive: true }));

const malformed = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\n-----END OPENSSH PRIVATE KEY-----';

test('the host key stays; a stored one that cannot be read is replaced; malformed ones are not used', (t) => {
  const good = utils.generateKeyPairSync;
  let generated = 0;
  t.mock.method(utils, 'generateKeyPairSync', (type: 'ed25519') => {
    generated += 1;
    return generated === 1 ? { private: malformed, public: '' } : good(type);
  });
  mkdirSync(path.join(dataDir, 'keys'));
  writeFileSync(path.join(dataDir, 'keys', 'sftp-host-key'), malformed);
  const made = loadHostKey(dataDir);
  assert.ok(generated >= 2);
  assert.match(made.fingerprint, /^SHA256:.{43}$/);
  assert.deepEqual(loadHostKey(dataDir), made);
});
