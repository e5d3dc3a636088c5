import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { appTenant, fromGit, type Created } from '../app/app-support.ts';
import { ended, newSite, tenant } from '../site/site-support.ts';
import { addressOf, run, shellOf, start, tokenOf } from './cli-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

test('lists are tables, and JSON for programs; pages go on until the end', async () => {
  const own = await tenant(server);
  for (const name of ['one', 'two', 'three']) await server.scenario.site(own.partner, own.customer, { name });
  const panel = await shellOf(server, own);
  const list = await panel('sites', 'list');
  assert.equal(list.code, 0, list.stderr);
  assert.match(list.stdout, /^FQDN +TYPE +STATUS +VERSION +CREATED AT +SITE ID\n/);
  assert.equal(list.stdout.trim().split('\n').length, 4);
  assert.equal(list.stdout.includes('\u001b'), false);
  const first = await panel('sites', 'list', '--page-size', '2', '--json');
  assert.equal((JSON.parse(first.stdout) as { pageElements: unknown[] }).pageElements.length, 2);
  const second = await panel('site', 'list', '--page', '2', '--page-size', '2');
  assert.match(second.stderr, /^Page 2 of 2, 3 in all/);
  const all = await panel('sites', 'filter', '--all', '--page-size', '2', '--json');
  assert.equal((JSON.parse(all.stdout) as { pageElements: unknown[] }).pageElements.length, 3);
});

test('a site is found by address, name and id; others are not found', async () => {
  const [own, foreign] = [await tenant(server), await tenant(server)];
  const site = await server.scenario.site(own.partner, own.customer, { name: 'shop' });
  const panel = await shellOf(server, own);
  for (const typed of [site.fqdn, `https://${site.fqdn}/cart`, 'shop', site.id]) {
    const opened = await panel('sites', 'open', typed);
    assert.equal(opened.code, 0, opened.stderr);
    assert.match(opened.stdout, new RegExp(`^https?://${site.fqdn}`));
  }
  assert.equal((await panel('sites', 'open', 'nothing')).code, 4);
  const get = await panel('sites', 'get', site.id);
  assert.match(get.stdout, new RegExp(`^fqdn +${site.fqdn}$`, 'm'));
  const other = await shellOf(server, foreign);
  const refused = await other('sites', 'get', site.id);
  assert.deepEqual([refused.code, refused.stdout], [4, '']);
});

test('what the server says about a field is said at its option; usage is checked before', async () => {
  const own = await tenant(server);
  const panel = await shellOf(server, own);
  const wrong = await panel(
    'account',
    'update-profile',
    '--firstname',
    'Ada',
    '--lastname',
    'L',
    '--phone-number',
    'x',
  );
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /^panel: .+\n {2}--phone-number: Enter a phone number/);
  assert.equal((await panel('account', 'update-profile', '--firstname', 'Ada')).code, 2);
  assert.equal((await panel('sites', 'get')).code, 2);
  assert.equal((await panel('sites', 'lost')).code, 2);
  const status = await panel('sites', 'filter', '--status', 'good');
  assert.match(status.stderr, /--status is one of pending, /);
  const input = JSON.stringify({ firstname: 'Ada', lastname: 'Lovelace', phone_number: '' });
  const env = { PANEL_URL: addressOf(server, own.partner), PANEL_TOKEN: await tokenOf(own.client) };
  const saved = await run(['user', 'update-profile', '--input', '-', '--lastname', 'King'], { env, input });
  assert.equal(saved.code, 0, saved.stderr);
  assert.match(saved.stdout, /^lastname +King$/m);
});

test('a backup is waited for, and the exit code is that of its task', async () => {
  const own = await tenant(server);
  const fqdn = own.fqdn('kept');
  const started = await own.client.post('/site', newSite(fqdn));
  assert.equal((await ended(own.client, started.body['task_id'])).status, 'succeeded');
  const panel = await shellOf(server, own);
  const made = await panel('backups', 'create', 'kept', '--name', 'Before', '--wait');
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /: done, /);
  const list = await panel('backups', 'list');
  assert.match(list.stdout, /Before/);
  const failed = await panel(
    'sites',
    'create',
    '--input',
    await inputFile(newSite(own.fqdn('fail-start-a'))),
    '--wait',
  );
  assert.equal(failed.code, 1, failed.stdout);
  assert.match(failed.stderr, /^panel: .+$/m);
});

const files: string[] = [];
after(() => Promise.all(files.map((folder) => rm(folder, { recursive: true }))));
async function inputFile(value: unknown): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-cli-input-'));
  files.push(folder);
  const file = path.join(folder, 'input.json');
  await writeFile(file, JSON.stringify(value));
  return file;
}

test('an application is deployed, rolled back and read', async () => {
  const own = await appTenant(server);
  const { build_id, fqdn } = await own.create('web');
  await own.builtTo(build_id, 'success');
  const panel = await shellOf(server, own, ['applications:write', 'sites:read']);
  const deployed = await panel('apps', 'deploy', 'web', '--wait');
  assert.equal(deployed.code, 0, deployed.stderr);
  assert.match(deployed.stdout, /^Build 2 is live at http/);
  assert.match(deployed.stderr, /line 1 of /);
  assert.match((await panel('apps', 'list')).stdout, new RegExp(`^${fqdn} .* 2 success`, 'm'));
  const log = await panel('apps', 'logs', fqdn, '--build', '-f');
  assert.equal(log.code, 0, log.stderr);
  assert.match(log.stdout, /^line 1 of /m);
  const back = await panel('apps', 'rollback', 'web', '--wait');
  assert.equal(back.code, 0, back.stderr);
  assert.match(back.stdout, /^Build 1 is live at http/);
  assert.equal((await own.build(build_id)).is_live, true);
  const wrong = await panel('apps', 'rollback', 'web', '9');
  assert.equal(wrong.code, 4, wrong.stderr);
});

test('a build that fails is the exit code of its deployment, and an interruption is 130', async () => {
  const own = await appTenant(server);
  const { body } = await own.client.post<Created>('/nucal/existing/app', fromGit('long', 'hangs'));
  const env = { PANEL_URL: addressOf(server, own.partner), PANEL_TOKEN: await tokenOf(own.client) };
  const child = start(['apps', 'logs', 'long', '--build', '--follow'], env);
  let text = '';
  child.stdout?.on('data', (part: Buffer) => void (text += part.toString()));
  await until('lines of the build', async () => (text.includes('line 3') ? true : undefined));
  child.kill('SIGINT');
  assert.equal(await new Promise((resolve) => child.once('close', resolve)), 130);
  await own.client.post(`/nucal/app/build/${body.build_id}/cancel`);
  await own.builtTo(body.build_id, 'cancelled');
  const failed = await own.client.post<Created>('/nucal/existing/app', fromGit('broken', 'fails'));
  await until('its end', async () => ((await own.build(failed.body.build_id)).ended_at ? true : undefined));
  const deploy = await run(['apps', 'deploy', 'broken', '--wait'], { env });
  assert.equal(deploy.code, 1, deploy.stdout);
  assert.match(deploy.stderr, /^panel: Build \d+ ended as failed/m);
});

test('variables are set, imported, removed, and secrets stay hidden', async () => {
  const own = await appTenant(server);
  const { build_id } = await own.create('vars');
  await own.builtTo(build_id, 'success');
  const env = { PANEL_URL: addressOf(server, own.partner), PANEL_TOKEN: await tokenOf(own.client) };
  const panel = (words: string[], input = '') => run(['apps', 'env', ...words], { env, input });
  assert.equal((await panel(['set', 'vars', 'A=1', 'B=x=y', '--phase', 'run'])).code, 0);
  const secret = await panel(['set', 'vars', 'KEY', '--secret'], 'hidden\n');
  assert.equal(secret.code, 0, secret.stderr);
  const dotenv = '# more\nexport A="two\\nlines"\nC=\'plain # text\' \n';
  assert.equal((await panel(['import', 'vars', '-'], dotenv)).code, 0);
  const list = JSON.parse((await panel(['list', 'vars', '--json'])).stdout) as { variables: Record<string, unknown>[] };
  const byName = Object.fromEntries(list.variables.map(({ name, value, phase }) => [name, [value, phase]]));
  assert.deepEqual(byName, {
    A: ['two\nlines', 'run'],
    B: ['x=y', 'run'],
    KEY: [null, 'both'],
    C: ['plain # text', 'both'],
  });
  assert.match((await panel(['list', 'vars'])).stdout, /^KEY +\(secret\)/m);
  assert.equal((await panel(['unset', 'vars', 'NONE'])).code, 2);
  assert.equal((await panel(['unset', 'vars', 'A', 'B', 'C'])).code, 0);
  assert.doesNotMatch((await panel(['list', 'vars'])).stdout, /^[ABC] /m);
});

test('a reader that has enough ends the program quietly', async () => {
  const own = await tenant(server);
  const env = { PANEL_URL: addressOf(server, own.partner), PANEL_TOKEN: await tokenOf(own.client) };
  const child = start(['sites', 'list', '--json'], env);
  let stderr = '';
  child.stderr?.on('data', (part: Buffer) => void (stderr += part.toString()));
  child.stdout?.destroy();
  assert.equal(await new Promise((resolve) => child.once('close', resolve)), 0);
  assert.equal(stderr, '');
});
