import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, until, type TestServer } from '@panel/server/testing';
import { packageOf, registryCommand, releaseCommand, type Context } from '../../shared/federation/src/release.ts';

let server: TestServer;
let panel: string;
const folder = mkdtempSync(path.join(tmpdir(), 'panel-release-'));

before(async () => {
  server = await startTestServer({ web: true });
  panel = `http://${(await server.scenario.partner({ slug: 'ours' })).domain}:${server.port}`;
});
after(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

/** Output of a command against the test server, with the local secrets. */
async function said(command: 'release' | 'registry', words: string[], change: Partial<Context> = {}): Promise<string> {
  const lines: string[] = [];
  const context: Context = {
    env: {},
    dataDir: server.dataDir,
    here: folder,
    registry: 'npm run registry --',
    defaultPanel: panel,
    say: (line) => lines.push(line),
    ...change,
  };
  if (command === 'registry') await registryCommand(words, context);
  else await releaseCommand(words, context, async () => packageOf('mf-help'));
  return lines.join('\n');
}
const refuses = (command: 'release' | 'registry', words: string[], why: RegExp, change?: Partial<Context>) =>
  assert.rejects(said(command, words, change), why);
type Line = {
  package: string;
  stable: string | null;
  partner: string | null;
  canary: string | null;
  canaryPercent: number;
  pin: string | null;
  enabled: boolean;
};
const lines = async () => (JSON.parse(await said('registry', ['list', '--json'])) as { channels: Line[] }).channels;
const policyOf = async (partner: string | null) =>
  (await lines()).find((line) => line.package === 'mf-help' && line.partner === partner);

test('a release is checked, uploaded and promoted, with one line per step', async () => {
  const before = (await policyOf(null))?.stable;
  assert.match(
    await said('release', ['--check', '--version', '2.0.0']),
    /^build .*\ncommit .*\nsign {5}with the key [0-9a-f]{16}\ncheck {4}mf-help 2\.0\.0 fits what http/,
  );
  assert.doesNotMatch(await said('registry', ['list']), /2\.0\.0/);
  assert.match(
    await said('release', ['--version', '2.0.0', '--promote']),
    /upload {3}\d+ files, [\d.]+ KB.*\npromote {2}mf-help: stable was .*, is 2\.0\.0 now, for all partners\./,
  );
  assert.equal((await policyOf(null))?.stable, '2.0.0');
  assert.match(
    await said('release', ['--version', '2.0.0']),
    /mf-help 2\.0\.0 was there already\nnext {5}npm run registry -- promote mf-help 2\.0\.0/,
  );
  assert.match(await said('registry', ['rollback', 'mf-help']), new RegExp(`stable was 2.0.0, is ${before} again`));
});

test('rollout policies are changed for all or for one partner, and each change is listed', async () => {
  const { host, hostname } = new URL(panel);
  assert.equal(host.startsWith(hostname), true);
  await said('release', ['--version', '3.0.0']);
  assert.match(await said('registry', ['canary', 'mf-help', '10%']), /is 3\.0\.0 for 10 % now, for all partners/);
  await said('registry', ['pin', 'mf-help', '2.0.0', '--partner', hostname]);
  await said('registry', ['disable', 'mf-help', '--partner', hostname]);
  assert.deepEqual(
    [(await policyOf(null))?.canaryPercent, (await policyOf(hostname))?.pin, (await policyOf(hostname))?.enabled],
    [10, '2.0.0', false],
  );
  await said('registry', ['enable', 'mf-help', '--partner', hostname]);
  await said('registry', ['unpin', 'mf-help', '--partner', hostname]);
  await said('registry', ['block', 'mf-help', '3.0.0']);
  assert.match(
    await said('registry', ['list', 'mf-help']),
    /held back +version +partner[^]*mf-help +3\.0\.0 +all +\S+Z +operator token +by hand/,
  );
  await said('registry', ['unblock', 'mf-help', '3.0.0']);
  await said('registry', ['pin', 'mf-help', '2.0.0', '--partner', hostname]);
  assert.match(
    await said('registry', ['promote', 'mf-help']),
    new RegExp(`, for all partners\\.\nNothing changes for [^\n]*${hostname} \\(2\\.0\\.0\\)`),
  );
  await said('registry', ['unpin', 'mf-help', '--partner', hostname]);
  assert.equal((await policyOf(null))?.stable, '3.0.0');
  await refuses('registry', ['canary', 'mf-help', '5'], /3\.0\.0 is stable for all partners already/);
  assert.match(await said('registry', ['changes']), new RegExp(`operator token +pin +mf-help +${hostname}`));
  assert.match(await said('registry', ['clean-up', '--dry-run', '--days', '1']), /releases would be kept/);
});

test('a partner follows all partners again; the command reports one that already does', async () => {
  const { hostname } = new URL(panel);
  const at = ['--partner', hostname];
  await said('registry', ['pin', 'mf-help', '2.0.0', ...at]);
  assert.match(
    await said('registry', ['list', 'mf-help', ...at]),
    new RegExp(`${hostname} +mf-help +2\\.0\\.0 +pin +own `),
  );
  await refuses('registry', ['follow', 'mf-help'], /which partner\? Name it with --partner HOST/);
  assert.match(
    await said('registry', ['follow', 'mf-help', ...at]),
    new RegExp(`^mf-help: own policy was .*pinned to 2\\.0\\.0.*, it follows all partners now, for ${hostname}\\.`),
  );
  assert.match(
    await said('registry', ['list', 'mf-help', ...at]),
    new RegExp(`${hostname} +mf-help +3\\.0\\.0 +stable +all `),
  );
  await refuses(
    'registry',
    ['follow', 'mf-help', ...at],
    new RegExp(`${hostname} follows all partners with mf-help already`),
  );
  assert.match(await said('registry', ['changes']), new RegExp(`operator token +follow +mf-help +${hostname}`));
});

test('a change without an effect is reported, and not logged', async () => {
  const before = await said('registry', ['changes']);
  await refuses('registry', ['promote', 'mf-help', '3.0.0'], /3\.0\.0 is stable for all partners already/);
  await refuses('registry', ['enable', 'mf-help'], /is on for all partners already/);
  assert.match(
    await said('release', ['--version', '3.0.0', '--promote']),
    /was there already\npromote {2}mf-help 3\.0\.0 is already stable for all partners$/,
  );
  assert.equal(await said('registry', ['changes']), before);
});

test('the list can be filtered by partner, is paged, and shows times with their zone', async () => {
  const { hostname } = new URL(panel);
  const other = (await server.scenario.partner({ slug: 'theirs' })).domain;
  const mine = await said('registry', ['list', '--partner', hostname]);
  assert.ok(mine.includes(hostname) && !mine.includes(other), mine);
  assert.ok((await said('registry', ['list'])).includes(other));
  await refuses('registry', ['list', '--partner', 'nobody.example'], /no partner with the panel host nobody\.example/);
  assert.match(mine, /\d{4}-\d\d-\d\dT\d\d:\d\dZ/);
  assert.doesNotMatch(mine + (await said('registry', ['changes'])), /\d\d:\d\d(?![\dZ:])/, 'no time without a zone');
  const versions = async (page: string) =>
    [
      ...(await said('registry', ['list', 'mf-help', '--page-size', '2', '--page', page])).matchAll(
        /^mf-help {2}(\S+) /gm,
      ),
    ].map(([, version]) => version);
  assert.deepEqual(await versions('1'), ['3.0.0', '2.0.0']);
  assert.equal((await versions('2')).length, 1);
  assert.match(
    await said('registry', ['list', 'mf-help', '--page-size', '2']),
    /Page 1 of 2, 3 releases in all; the next: --page 2/,
  );
  assert.match(
    await said('registry', ['changes', '--page-size', '1', '--page', '2']),
    /Page 2 of \d+, \d+ changes in all; the next: --page 3$/,
  );
});

test('a release that the storage refuses is listed with its number, since when, and what runs instead', async () => {
  const { hostname } = new URL(panel);
  const stable = (await policyOf(null))?.stable;
  assert.doesNotMatch(await said('registry', ['list', 'mf-help']), /not served/);
  await said('release', ['--version', '4.0.0']);
  await said('registry', ['promote', 'mf-help', '4.0.0']);
  const place = path.join(server.dataDir, 'releases', 'mf-help', '4.0.0', 'manifest.sig.json');
  renameSync(place, `${place}.away`);
  // The process opened it when it was promoted; the rest simulates its next start.
  await server.app.releases.look({ package: 'mf-help', version: '4.0.0' });
  const listed = await said('registry', ['list', 'mf-help']);
  assert.match(
    listed,
    new RegExp(
      `not served +version +partner +since +runs instead +why[^]*mf-help +4\\.0\\.0 +${hostname} +\\S+Z +${stable} +P102 Its release is not signed\\.`,
    ),
  );
  assert.match(listed, /mf-help +4\.0\.0 +P102 /);
  renameSync(`${place}.away`, place);
  await until('the list to call it whole', async () => !(await said('registry', ['list', 'mf-help'])).includes('P102'));
  await said('registry', ['rollback', 'mf-help']);
});

test('the reason of a refusal is the panel’s own', async () => {
  await refuses('release', ['--check'], /needs the operator token/, { env: { OPERATOR_TOKEN: 'x'.repeat(32) } });
  const other = path.join(folder, 'other.pem');
  const made = await said('release', ['keygen', other]);
  assert.match(made, /RELEASE_KEYS:\n[A-Za-z0-9+/]{43}=$/);
  assert.equal(statSync(other).mode & 0o777, 0o600);
  await refuses('release', ['keygen', other], /already exists/);
  await refuses('release', ['--key', other], /which this panel does not trust/);
  await refuses('release', [], /which this panel does not trust/, {
    env: { RELEASE_KEY: readFileSync(other, 'utf8') },
  });
  await refuses('registry', ['pin', 'mf-help', '9.9.9'], /There is no release mf-help 9\.9\.9/);
  await refuses('registry', ['pin', 'mf-help', '2.0.0', '--partner', 'nobody.example'], /no partner/);
  await refuses('registry', ['list', '--to', 'http://127.0.0.1:1'], /could not be reached/);
  await refuses('registry', ['list', 'mf-nope'], /There is no package mf-nope in this panel/);
});

test('a team enrolls its key with an invitation, and needs nothing else to release its package', async () => {
  const partner = await server.scenario.partner();
  const staff = await server.as(partner, await server.scenario.superadmin());
  const { body } = await staff.post('/platform/teams', { name: 'Help', packages: ['mf-help'] });
  const { id } = body['team'] as { id: string };
  const code = String((await staff.post(`/platform/teams/${id}/invitation`)).body['code']);
  const file = path.join(folder, 'team.pem');
  const outside = { dataDir: null };
  assert.match(
    await said('release', ['enroll', code, file], outside),
    /keep it secret, and out of git\.\nThe team Help has the key [0-9a-f]{16} now\. It may release mf-help\.$/,
  );
  assert.equal(statSync(file).mode & 0o777, 0o600);
  await refuses('release', ['enroll', code, file], /works once, for a day/, outside);
  const late = path.join(folder, 'late.pem');
  await refuses('release', ['enroll', code, late], /works once, for a day/, outside);
  assert.equal(existsSync(late), false, 'a refused enrolment leaves no key');
  assert.match(
    await said('release', ['--version', '5.0.0', '--promote', '--key', file], outside),
    /promote {2}mf-help: stable was .*, is 5\.0\.0 now, for all partners\./,
  );
  const key = { dataDir: null, env: { RELEASE_KEY: file } };
  assert.match(await said('registry', ['changes', '--page-size', '1'], key), /team Help +promote +mf-help/);
  for (const [action, name, ...more] of [
    ['promote', 'mf-sites', '1.0.0'],
    ['disable', 'mf-apps'],
    ['rollback', 'shell'],
  ] as const)
    await refuses(
      'registry',
      [action, name, ...more],
      new RegExp(`The key [0-9a-f]{16} of the team Help may release mf-help only: ${name} does not belong to it`),
      key,
    );
  await refuses(
    'registry',
    ['promote', 'mf-sites'],
    /no release of mf-sites, or mf-sites belongs to another team/,
    key,
  );
  await said('registry', ['rollback', 'mf-help'], key);
});

test('releasing again restores what the storage has lost, and reports it', async () => {
  rmSync(path.join(server.dataDir, 'releases', 'mf-help', '2.0.0', 'manifest.json'));
  assert.match(
    await said('release', ['--version', '2.0.0']),
    /^upload {3}mf-help 2\.0\.0 was already published; its files in the storage were restored$/m,
  );
  assert.match(await said('release', ['--version', '2.0.0']), /mf-help 2\.0\.0 was there already/);
});

/** A panel that is older than a call: the address is missing, or means something else. */
for (const [status, headers, body] of [
  [404, { 'content-type': 'text/html' }, '<!doctype html><p>Not found'],
  [404, {}, ''],
  [405, { 'content-type': 'text/plain' }, 'no'],
  [
    405,
    { 'content-type': 'application/json' },
    '{"code":"METHOD_NOT_ALLOWED","message":"This address does not support this method."}',
  ],
] as const) {
  test(`for a panel that does not know the call (${status}, ${Object.values(headers)[0] ?? 'nothing'}), the message says that it may be older`, async (t) => {
    const older = createServer((_request, response) => void response.writeHead(status, headers).end(body));
    await new Promise<void>((resolve) => void older.listen(0, '127.0.0.1', resolve));
    t.after(() => older.close());
    const { port } = older.address() as AddressInfo;
    await refuses(
      'registry',
      ['list', '--to', `http://127.0.0.1:${port}`],
      /^PlainError: http:\/\/127\.0\.0\.1:\d+ does not know this call: the panel may be older than this command, or it is not a panel\. Update the panel/,
    );
  });
}

test('a missing or invalid local setting is reported before any request', async () => {
  const nowhere = { dataDir: null };
  await refuses(
    'release',
    [],
    /There is neither a key nor an operator token\. A team passes its key with --key or RELEASE_KEY/,
    nowhere,
  );
  await refuses('registry', ['list', '--token-file', path.join(folder, 'none')], /operator token is not at/);
  const broken = path.join(folder, 'broken.pem');
  writeFileSync(broken, 'no key');
  await refuses('release', ['--key', broken], /is not an Ed25519 private key/);
  await refuses('registry', ['list', '--to', 'http://panel.example'], /unencrypted\. Use https/);
  await refuses('registry', ['list', '--to', 'ftp://panel.example'], /is not the address of a panel/);
});

const wrong: [string[], RegExp][] = [
  [[], /No command given/],
  [['delete', 'mf-help'], /There is no "delete"/],
  [['pin'], /Which package/],
  [['pin', 'help'], /"help" is not a package/],
  [['pin', 'mf-help'], /which version/],
  [['pin', 'mf-help', '../etc'], /"\.\.\/etc" is not a version/],
  [['canary', 'mf-help'], /which percent/],
  [['canary', 'mf-help', '101'], /is not a percentage/],
  [['canary', 'mf-help', '1.5'], /is not a percentage/],
  [['rollback', 'mf-help', '2.0.0'], /does not accept "2\.0\.0"/],
  [['clean-up', '--days', '0'], /--days "0" is not a whole number from 1 to 3650/],
  [['list', '--page', '0'], /--page "0" is not a whole number/],
  [['list', '--page-size', '101'], /--page-size "101" is not a whole number from 1 to 100/],
  [['list', '--unknown'], /Unknown option/],
  [['changes', 'mf-help'], /does not accept "mf-help"/],
];
for (const [words, why] of wrong)
  test(`wrong usage: registry ${words.join(' ')}`, () => refuses('registry', words, why));

test('wrong usage of release', async () => {
  await refuses('release', ['--version', 'One Two'], /is not a version/);
  await refuses('release', ['--check', '--promote'], /cannot be combined with --promote/);
});
