import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, ConfigError, readConfig } from '../../src/config/config.ts';

test('without variables everything has a sensible value', () => {
  const config = readConfig({ PORT: '', UNKNOWN: 'x' });
  assert.deepEqual(
    [config.port, config.databaseUrl, config.publicUrl, config.roles],
    [8099, undefined, 'http://localhost:8099', ['api', 'worker', 'edge']],
  );
});

test('an invalid variable gives one line with its name, its value and what is allowed', () => {
  const wrong: Record<string, string[]> = {
    PORT: ['x', '-1', '65536', '80.5'],
    DATABASE_URL: ['mysql://localhost/x', 'localhost:5432'],
    PUBLIC_URL: ['panel.example.com', 'ftp://x.example', 'https://x.example/path'],
    ROLE: ['boss', ','],
    LOG_LEVEL: ['loud'],
    SITE_IDLE_MINUTES: ['0', 'soon'],
    EGRESS: ['closed'],
    EGRESS_ALLOW: ['10.0.0.0/33', 'example.com', '10.0.0.1/', '::1/129', '10.0.0.0/8/8'],
    SECRET_KEY: ['abc'],
    SEED: ['yes'],
    DNS_PORT: ['on', '65536'],
    DNS_RESOLVERS: ['resolver.example.com', '10.0.0.1:65536', '[::1', '10.0.0.1:'],
    SITE_ADDRESSES: ['example.com', '10.0.0.0/8', ','],
    HOST: ['example.com', '0.0.0.0/0', ','],
    TRUST_PROXY: ['on', '10.0.0.0/40', 'proxy.example.com', '127.0.0.1;::1'],
    DEV_ORIGINS: ['localhost:3001', 'http://*.example.com', 'http://localhost:3001/x', 'http://localhost:3001,*'],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      assert.throws(
        () => readConfig({ [name]: value }),
        (error: unknown) => {
          assert.ok(error instanceof ConfigError, `${name}=${value}`);
          assert.ok(
            error.message.startsWith(`${name} is `) &&
              error.message.includes('must be') &&
              !error.message.includes('\n'),
            error.message,
          );
          assert.equal(error.message.includes(value), name !== 'SECRET_KEY', error.message);
          return true;
        },
      );
    }
  }
});

test('error messages hide the password of an address', () => {
  assert.throws(
    () => readConfig({ DATABASE_URL: 'mysql://me:hunter2@db/x' }),
    (error: unknown) => error instanceof Error && !error.message.includes('hunter2'),
  );
});

test('by default the panel listens to this machine only, and trusts no proxy', () => {
  assert.deepEqual(readConfig({}).hosts, ['127.0.0.1', '::1']);
  assert.deepEqual(readConfig({ HOST: '0.0.0.0, ::' }).hosts, ['0.0.0.0', '::']);
  assert.deepEqual(readConfig({ HOST: 'localhost,127.0.0.1' }).hosts, ['127.0.0.1', '::1']);
  assert.deepEqual([readConfig({}).trustProxy, readConfig({ TRUST_PROXY: 'off' }).trustProxy], [[], []]);
  assert.deepEqual(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:DB8::/32' }).trustProxy, [
    'loopback',
    '10.0.0.0/8',
    '2001:db8::/32',
  ]);
});

test('roles have one order, without duplicates', () => {
  assert.deepEqual(readConfig({ ROLE: 'edge, api,api' }).roles, ['api', 'edge']);
});

test('addresses of other hosts keep scheme and port of the public one', () => {
  assert.equal(addressOf({ publicUrl: 'https://panel.example.com' }, 'a.example.com'), 'https://a.example.com');
  assert.equal(addressOf({ publicUrl: 'http://localhost:8099' }, 'a.localhost'), 'http://a.localhost:8099');
});

test('development features are off in production, and where the panel has a public name', () => {
  assert.equal(readConfig({}).development, true);
  assert.equal(readConfig({ PUBLIC_URL: 'http://panel.localhost:8099' }).development, true);
  assert.equal(readConfig({ NODE_ENV: 'production' }).development, false);
  assert.equal(readConfig({ PUBLIC_URL: 'https://panel.example.com' }).development, false);
  assert.equal(readConfig({ PUBLIC_URL: 'https://localhost.example.com' }).development, false);
  assert.equal(readConfig({ HOST: '127.0.0.1' }).development, true);
  for (const HOST of ['0.0.0.0', '::', '127.0.0.1,192.0.2.1'])
    assert.equal(readConfig({ HOST }).development, false, HOST);
});

test('development servers: by default any port of this machine in development, otherwise the listed ones', () => {
  assert.deepEqual(readConfig({}).devOrigins, ['http://localhost:*']);
  assert.deepEqual(readConfig({ PUBLIC_URL: 'https://panel.example.com' }).devOrigins, []);
  assert.deepEqual(readConfig({ DEV_ORIGINS: 'none' }).devOrigins, []);
  assert.deepEqual(
    readConfig({ PUBLIC_URL: 'https://panel.example.com', DEV_ORIGINS: 'http://localhost:3001, HTTPS://dev.example/' })
      .devOrigins,
    ['http://localhost:3001', 'https://dev.example'],
  );
});

test('the SFTP port can be switched off, and the bucket for backups has an address of its own', () => {
  assert.deepEqual([readConfig({}).sftpPort, readConfig({ SFTP_PORT: 'off' }).sftpPort], [2022, null]);
  assert.throws(() => readConfig({ SFTP_PORT: 'on' }), /^ConfigError: SFTP_PORT is "on", but must be off, or a port/);
  assert.equal(readConfig({}).storageUrl, undefined);
  const bucket = 'key:secret@s3.example.com/bucket/prefix?region=eu-central-1';
  assert.equal(readConfig({ STORAGE_URL: `s3://${bucket}` }).storageUrl, `https://${bucket}`);
  assert.equal(readConfig({ STORAGE_URL: `s3+http://${bucket}` }).storageUrl, `http://${bucket}`);
  for (const wrong of ['s3://key:secret@host', 'https://host/bucket', 'file:///bucket'])
    assert.throws(() => readConfig({ STORAGE_URL: wrong }), /^ConfigError: STORAGE_URL is .* but must be/, wrong);
  assert.throws(
    () => readConfig({ STORAGE_URL: 's3://key:hunter2@host' }),
    (error) => !String(error).includes('hunter2'),
  );
});
