import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ConfigError, readConfig } from '../../src/config/config.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
/** The form in which GitHub gives keys. */
const PEM = privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
const REST = {
  ...{ GITHUB_APP_ID: '1', GITHUB_APP_CLIENT_ID: 'Iv23.a', GITHUB_APP_CLIENT_SECRET: 'client-secret' },
  GITHUB_APP_WEBHOOK_SECRET: 'webhook-secret',
};
let folder: string;
before(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'panel-key-'))));
after(() => rm(folder, { recursive: true }));

test('the key of the GitHub App is given as it is, on one line, or as a file', async () => {
  const file = path.join(folder, 'app.pem');
  await writeFile(file, PEM);
  const keys = [PEM, PEM.replaceAll('\n', '\\n'), file].map(
    (key) => readConfig({ ...REST, GITHUB_APP_PRIVATE_KEY: key }).githubApp?.privateKey,
  );
  assert.match(keys[0] ?? '', /^-----BEGIN PRIVATE KEY-----/);
  assert.deepEqual(new Set(keys).size, 1);
  assert.equal(readConfig({}).githubApp, undefined);
  assert.equal(readConfig({ GITHUB_API_URL: 'https://code.example/api/v3/' }).githubUrl, 'https://code.example');
});

test('half a GitHub App, or a key that is none, ends the start with what is wrong, and shows no secret', () => {
  const refused = (env: Record<string, string>, pattern: RegExp) =>
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof ConfigError && pattern.test(error.message) && !error.message.includes('secret-of'),
    );
  refused(REST, /^A GitHub App also needs GITHUB_APP_PRIVATE_KEY\.$/);
  refused({ ...REST, GITHUB_APP_PRIVATE_KEY: '-----BEGIN secret-of' }, /^GITHUB_APP_PRIVATE_KEY is "…", but must be/);
  refused({ ...REST, GITHUB_APP_PRIVATE_KEY: '/nowhere/app.pem' }, /^GITHUB_APP_PRIVATE_KEY is "…", but must be/);
});
