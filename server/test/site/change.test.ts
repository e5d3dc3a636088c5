import type { Page, Site, SiteOverview } from '@panel/contract';
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { cancelTasks, deletedForGood, ended, holdTasks, readySite, startSite, tenant, visit } from './site-support.ts';

let server: TestServer;
const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
before(async () => void (server = await startTestServer({ clock })));
after(() => server.stop());

test('a rename moves the site; the old name is available immediately', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'before');
  const started = await own.client.put(`/site/${site.fqdn}/by-fqdn`, { fqdn: site.fqdn, new_fqdn: own.fqdn('after') });
  assert.equal(started.status, 200, started.text);
  assert.equal((await ended(own.client, started.body['task_id'])).status, 'succeeded');
  const { body } = await own.client.get<Site>(`/site/id/${site.site_id}`);
  assert.deepEqual([body.fqdn, body.name, body.status, body.task_id], [own.fqdn('after'), 'after', 'ready', null]);
  assert.equal((await visit(server, own.fqdn('after'))).status, 200);
  const old = await visit(server, own.fqdn('before'));
  assert.equal(old.status, 421);
  assert.match(old.text, /<header>.+<\/header>[^]*There is no site at this address/, 'the page names the partner');
  assert.equal((await own.client.get(`/site/fqdn/${own.fqdn('before')}/check`)).body['used'], false);
  await readySite(own, 'before');
});

test('a failed rename leaves the site ready under its old name', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'steady');
  const started = await own.client.put(`/site/${site.fqdn}/by-fqdn`, { new_fqdn: own.fqdn('fail-once-rename-b') });
  const failed = await ended(own.client, started.body['task_id']);
  assert.equal(failed.status, 'failed');
  const { body } = await own.client.get<Site>(`/site/id/${site.site_id}`);
  assert.deepEqual([body.fqdn, body.status], [site.fqdn, 'ready']);
  assert.equal((await visit(server, site.fqdn)).status, 200);
  assert.equal((await own.client.get(`/site/fqdn/${own.fqdn('fail-once-rename-b')}/check`)).body['used'], false);
});

test('an address without a site shows the partner of the closest domain above it', async () => {
  const outer = await server.scenario.partner();
  const inner = await server.scenario.partner({ sitesDomain: `inner.${outer.sitesDomain}` });
  for (const { sitesDomain, attributes } of [outer, inner]) {
    const { text } = await visit(server, `nobody.${sitesDomain}`);
    assert.match(text, new RegExp(`<header>${attributes.RESELLER_COMPANY_NAME}</header>`));
  }
});

test('a rename rejects taken, reserved and invalid names, and a site that is not ready', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'one');
  await readySite(own, 'two');
  const rename = (to: string) => own.client.put(`/site/${site.fqdn}/by-fqdn`, { new_fqdn: to });
  const codes = await Promise.all(
    [own.fqdn('two'), own.fqdn('admin'), own.fqdn('x'), 'two.example.com'].map(
      async (to) => (await rename(to)).body['code'],
    ),
  );
  assert.deepEqual(codes, ['NAME_TAKEN', 'NAME_RESERVED', 'VALIDATION', 'VALIDATION']);
  const failed = await server.scenario.site(own.partner, own.customer, { name: 'broken', status: 'failed' });
  assert.equal(
    (await own.client.put(`/site/${failed.fqdn}/by-fqdn`, { new_fqdn: own.fqdn('mended') })).body['code'],
    'SITE_NOT_READY',
  );
  const custom = await server.scenario.site(own.partner, own.customer, {
    name: 'custom',
    fqdn: `www.${own.partner.slug}.example`,
    domainType: 'custom_domain',
  });
  assert.equal(
    (await own.client.put(`/site/${custom.fqdn}/by-fqdn`, { new_fqdn: own.fqdn('mended') })).body['code'],
    'RENAME_NOT_SUBDOMAIN',
  );
});

test('one change of a site at a time: the second returns the running task', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'busy');
  const release = await holdTasks(own);
  const answers = await Promise.all([
    own.client.put(`/site/${site.fqdn}/by-fqdn`, { new_fqdn: own.fqdn('renamed-1') }),
    own.client.put(`/site/${site.fqdn}/by-fqdn`, { new_fqdn: own.fqdn('renamed-2') }),
    own.client.delete(`/site/delete/${site.site_id}`),
  ]);
  const won = answers.filter((answer) => answer.status === 200);
  assert.equal(won.length, 1, answers.map((answer) => answer.text).join());
  for (const answer of answers.filter((one) => one.status !== 200)) {
    assert.deepEqual(
      [answer.status, answer.body['code'], answer.body['task_id']],
      [409, 'TASK_RUNNING', won[0]?.body['task_id']],
    );
  }
  await release();
  assert.equal((await ended(own.client, won[0]?.body['task_id'])).status, 'succeeded');
});

test('deleting twice at the same time is one deletion: both return its task', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'twice');
  const release = await holdTasks(own);
  const answers = await Promise.all([
    own.client.delete(`/site/delete/${site.site_id}`),
    own.client.delete(`/site/delete/${site.site_id}`),
  ]);
  assert.deepEqual(
    answers.map((answer) => answer.status),
    [200, 200],
    answers.map((answer) => answer.text).join(),
  );
  assert.equal(answers[0]?.body['task_id'], answers[1]?.body['task_id']);
  await release();
  assert.equal((await ended(own.client, answers[0]?.body['task_id'])).status, 'succeeded');
});

test('a site that was deleted for good leaves nothing behind', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'gone');
  assert.ok(existsSync(path.join(server.dataDir, 'sites', site.site_id)));
  const { status } = await deletedForGood(own.client, site.site_id);
  assert.equal(status, 'succeeded');
  assert.equal((await own.client.get(`/site/id/${site.site_id}`)).status, 404);
  assert.equal((await visit(server, site.fqdn)).status, 421);
  assert.equal(existsSync(path.join(server.dataDir, 'sites', site.site_id, 'live')), false);
  assert.equal((await own.client.get<Page<Site>>('/site')).body.totalCount, 0);
  assert.equal((await own.client.delete(`/site/delete/${site.site_id}`)).status, 404);
  const bell = await own.client.get<Page<{ type: string; link: string | null }>>('/notification');
  assert.deepEqual(bell.body.pageElements.map((entry) => entry.type).sort(), [
    'site_created',
    'site_deleted',
    'site_deleted',
  ]);
  assert.deepEqual(
    bell.body.pageElements.map((entry) => entry.link),
    [null, '/sites/bin', null],
    'no notification links to a page that is gone',
  );
});

test('deleting many files reports how many are gone', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'many');
  const folder = path.join(server.dataDir, 'sites', site.site_id, 'live', 'public', 'photos');
  await mkdir(folder);
  for (let count = 0; count < 500; count += 1) await writeFile(path.join(folder, `${count}\n.jpg`), 'photo');
  const { steps, log } = await deletedForGood(own.client, site.site_id);
  const { progress } = steps.find(({ name }) => name === 'destroy') ?? {};
  assert.ok(progress && progress.unit === 'files' && (progress.total ?? 0) > 500, JSON.stringify(progress));
  assert.equal(progress.done, progress.total);
  assert.ok(log.some(({ text }) => /^Deleting files and database: \d+ of \d+ files$/.test(text)));
});

test('a failed site that never got an id is deleted by its name, others are not', async () => {
  const own = await tenant(server);
  const failed = await server.scenario.site(own.partner, own.customer, {
    name: 'nowhere',
    status: 'failed',
    assignedAt: null,
  });
  const ready = await server.scenario.site(own.partner, own.customer, { name: 'alive' });
  assert.equal((await own.client.get<Page<Site>>('/site?orderBy=fqdn')).body.pageElements[1]?.site_id, null);
  assert.equal((await own.client.delete(`/site/failed/fqdn?fqdn=${ready.fqdn}`)).body['code'], 'CONFLICT');
  const started = await own.client.delete(`/site/failed/fqdn?fqdn=${failed.fqdn}`);
  assert.equal(started.status, 200, started.text);
  await until('the row to go', async () => (await own.client.get<Page<Site>>('/site')).body.totalCount === 1);
});

test('password protection works at the edge, and the password is never returned', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'secret');
  const set = await own.client.put(`/site/id/${site.site_id}`, {
    password_protection: { username: 'guest', password: 'let-me-in-1' },
  });
  assert.equal(set.status, 200, set.text);
  assert.doesNotMatch(set.text, /let-me-in/);
  assert.deepEqual((await own.client.get(`/site/${site.site_id}/password-protection`)).body['password_protection'], {
    username: 'guest',
  });
  assert.equal((await visit(server, site.fqdn)).status, 401);
  const authorization = `Basic ${Buffer.from('guest:let-me-in-1').toString('base64')}`;
  assert.equal((await visit(server, site.fqdn, '/', { authorization })).status, 200);
  await own.client.put(`/site/id/${site.site_id}`, { password_protection: null });
  assert.equal((await visit(server, site.fqdn)).status, 200);
});

test('the edge’s counts appear in list, summary and overview', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'visited');
  for (let i = 0; i < 3; i++)
    await visit(server, site.fqdn, '/', { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' });
  await server.flushUsage();
  const [row] = (await own.client.get<Page<Site>>('/site')).body.pageElements;
  assert.equal(row?.totalRequests, 3);
  assert.ok((row?.totalCDNUsage ?? 0) > 0);
  const summary = (
    await own.client.get<{ siteCount: number; totalCDNUsage: number; top: { fqdn: string }[] }>('/site/summary')
  ).body;
  assert.deepEqual(
    [summary.siteCount, summary.totalCDNUsage, summary.top.map((entry) => entry.fqdn)],
    [1, row?.totalCDNUsage, [site.fqdn]],
  );
});

test('versions, size and name servers of a site', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'facts');
  assert.deepEqual((await own.client.get(`/site/fqdn/${site.fqdn}/nameservers`)).body, own.partner.nameservers);
  assert.equal((await own.client.get(`/site/${site.fqdn}/version`)).body['version'], '7.1.1');
  const info = (await own.client.get(`/site/wordpress/${site.fqdn}/info`)).body;
  assert.equal(info['admin_user'], 'owner');
  assert.match(String(info['admin_url']), new RegExp(`^http://${site.fqdn}:\\d+/wp-admin/$`));
  assert.ok(Number((await own.client.get(`/site/${site.fqdn}/file/size`)).body['totalSize']) > 0);
  const busy = await startSite(own, 'slow-start-9');
  assert.equal((await own.client.get(`/site/${own.fqdn('slow-start-9')}/version`)).body['code'], 'SITE_NOT_READY');
  await cancelTasks(own, [busy]);
});

test('a requested check runs before the response', async () => {
  const own = await tenant(server);
  const site = await readySite(own, 'proof');
  const evidenceOf = async (query: string) =>
    (await own.client.get<SiteOverview>(`/site/${site.site_id}/overview${query}`)).body.evidence;
  const before = await evidenceOf('');
  clock.offsetMs += 10_001;
  const [first] = await evidenceOf('?check=now');
  assert.ok(Date.parse(first?.checked_at ?? '') > Date.parse(before[0]?.checked_at ?? ''));
  assert.equal((await own.client.get(`/site/${site.site_id}/overview?check=later`)).status, 422);
});
