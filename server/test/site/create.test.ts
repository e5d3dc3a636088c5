import type { Page, Site, SiteOverview } from '@panel/contract';
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { auditLog, task } from '../../src/db/schema.ts';
import { and, eq } from 'drizzle-orm';
import { cancelTasks, ended, newSite, startSite, tenant, visit, WP_INFO } from './site-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

test('a site is ready only after it answered, and its steps show how it got there', async () => {
  const own = await tenant(server);
  const fqdn = own.fqdn('journal');
  const started = await own.client.post('/site', newSite(fqdn));
  assert.equal(started.status, 200, started.text);
  assert.equal(started.body['site_id'], null);
  const done = await ended(own.client, started.body['task_id']);
  assert.equal(done.status, 'succeeded');
  assert.equal(done.percent, 100);
  assert.ok(done.steps.length >= 4);
  for (const step of done.steps) assert.ok(step.state === 'done' && step.started && step.ended, JSON.stringify(step));
  assert.deepEqual(
    done.log.map((entry) => entry.line),
    done.log.map((_, i) => i + 1),
  );
  const { body } = await own.client.get<SiteOverview>(`/site/${done.site_id}/overview`);
  assert.equal(body.site.status, 'ready');
  assert.equal(body.site.task_id, null);
  assert.ok((body.site.file_size ?? 0) > 0);
  assert.ok(body.evidence.length > 0 && body.evidence.every((entry) => entry.ok));
  assert.equal(body.days.length, 30);
  assert.equal((await visit(server, fqdn)).status, 200);
  const bell = await own.client.get<Page<{ type: string; link: string }>>('/notification');
  assert.deepEqual(
    bell.body.pageElements.map(({ type, link }) => [type, link]),
    [['site_created', `/manage-site/overview/${done.site_id}`]],
  );
});

test('a site that does not respond as expected is checked again before its creation fails', async () => {
  const own = await tenant(server);
  const started = await own.client.post('/site', newSite(own.fqdn('fail-once-verify-a')));
  const done = await ended(own.client, started.body['task_id']);
  assert.equal(done.status, 'succeeded');
  assert.match(JSON.stringify(done.log), /Trying again in 2 s \(1 of 2\)/);
});

test('the chosen image is stored with the site, and shown in its overview and in lists', async () => {
  const own = await tenant(server);
  const chosen = await own.client.post('/site', newSite(own.fqdn('with-image'), { image_id: 'wordpress' }));
  const { site_id } = await ended(own.client, chosen.body['task_id']);
  const { body } = await own.client.get<SiteOverview>(`/site/${site_id}/overview`);
  assert.equal(body.site.image_id, 'wordpress');
  const without = await own.client.post('/site', newSite(own.fqdn('without-image')));
  await ended(own.client, without.body['task_id']);
  const list = await own.client.get<Page<Site>>('/site');
  assert.deepEqual(list.body.pageElements.map(({ name, image_id }) => [name, image_id]).sort(), [
    ['with-image', 'wordpress'],
    ['without-image', null],
  ]);
  const unknown = await own.client.post('/site', newSite(own.fqdn('other-image'), { image_id: 'joomla' }));
  assert.deepEqual([unknown.status, unknown.body['fields']], [422, { image_id: 'This image does not exist.' }]);
});

test('the WordPress password is sealed while the task runs and wiped afterwards', async () => {
  const own = await tenant(server);
  const id = await startSite(own, 'slow-start-1');
  const [running] = await server.db.select().from(task).where(eq(task.id, id));
  assert.ok(running?.secret);
  assert.doesNotMatch(JSON.stringify(running), /correct horse/);
  const quick = await own.client.post('/site', newSite(own.fqdn('quick-one')));
  await ended(own.client, quick.body['task_id']);
  const [over] = await server.db
    .select()
    .from(task)
    .where(eq(task.id, String(quick.body['task_id'])));
  assert.equal(over?.secret, null);
  assert.equal((await readFile(path.join(server.dataDir, 'secret.key'), 'utf8')).length, 64);
  await cancelTasks(own, [id]);
});

test('of many concurrent requests for one name exactly one creates a site', async () => {
  const own = await tenant(server);
  const other = await server.as(own.partner, await server.scenario.customer(own.partner));
  const body = newSite(own.fqdn('wanted'));
  const answers = await Promise.all(
    [own.client, other].flatMap((client) => Array.from({ length: 6 }, () => client.post('/site', body))),
  );
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, ...Array<number>(11).fill(409)]);
  const refused = answers.find((answer) => answer.status === 409);
  assert.equal(refused?.body['message'], 'This domain has already taken, please enter another domain name!');
  await ended(own.client, answers.find((answer) => answer.status === 200)?.body['task_id']).catch(() =>
    ended(other, answers.find((answer) => answer.status === 200)?.body['task_id']),
  );
  const admin = await server.as(own.partner, await server.scenario.admin(own.partner));
  assert.equal((await admin.get<Page<Site>>('/site')).body.totalCount, 1);
});

test('a repeated request with its key gets the first response and creates nothing', async () => {
  const own = await tenant(server);
  const key = { 'idempotency-key': 'double-click-1' };
  const body = newSite(own.fqdn('double'));
  const answers = await Promise.all([1, 2, 3].map(() => own.client.post('/site', body, key)));
  const won = answers.find((answer) => answer.status === 200);
  assert.ok(won, answers.map((answer) => answer.text).join());
  const again = await own.client.post('/site', body, key);
  assert.equal(again.status, 200);
  assert.equal(again.body['task_id'], won.body['task_id']);
  const changed = await own.client.post('/site', newSite(own.fqdn('double-2')), key);
  assert.deepEqual([changed.status, changed.body['code']], [422, 'IDEMPOTENCY_REUSED']);
  assert.equal((await own.client.get<Page<Site>>('/site')).body.totalCount, 1);
});

test('invalid names are rejected with a text at the field, reserved and taken ones as such', async () => {
  const own = await tenant(server);
  const cases: [string, number, string][] = [
    [own.fqdn('a'), 422, 'The name needs at least 2 characters.'],
    [own.fqdn('a'.repeat(38)), 422, 'The name can have at most 37 characters.'],
    [own.fqdn('a.b'), 422, 'Only alphanumeric characters and hyphens are allowed.'],
    [own.fqdn('-ab'), 422, 'Domain name is not valid.'],
    [own.fqdn('под'), 422, 'Domain name is not valid.'],
    ['ab.example.com', 422, `The name must end in .${own.partner.sitesDomain}.`],
    [own.partner.sitesDomain, 422, `The name must end in .${own.partner.sitesDomain}.`],
    [own.fqdn('www'), 409, 'This name is reserved. Choose another one.'],
  ];
  for (const [fqdn, status, message] of cases) {
    const answer = await own.client.post('/site', newSite(fqdn));
    assert.deepEqual([answer.status, answer.body['message']], [status, message], fqdn);
  }
  const check = async (name: string) => {
    const { used, reserved } = (await own.client.get(`/site/fqdn/${own.fqdn(name)}/check`)).body;
    return [used, reserved];
  };
  assert.deepEqual(await check('www'), [true, true]);
  assert.deepEqual(await check('free-name'), [false, false]);
  await own.client.post('/site', { fqdn: own.fqdn('free-name') });
  assert.deepEqual(await check('free-name'), [true, false]);
  const again = await own.client.post('/site', newSite(own.fqdn('free-name')));
  assert.equal(again.body['message'], 'This domain has already taken, please enter another domain name!');
});

test('wrong types, unknown fields and impossible versions change nothing', async () => {
  const own = await tenant(server);
  const good = newSite(own.fqdn('fine'));
  for (const body of [
    null,
    [],
    'x',
    { ...good, fqdn: 7 },
    { ...good, wp_info: { ...WP_INFO, admin_password: 'short' } },
    { ...good, version: '0.1' },
    { ...good, surprise: 1 },
    { ...good, type: 'joomla' },
  ]) {
    const answer = await own.client.post('/site', body);
    assert.ok([400, 422].includes(answer.status), `${JSON.stringify(body)} ${answer.status}`);
    assert.doesNotMatch(answer.text, /short/);
  }
  assert.equal((await own.client.get<Page<Site>>('/site')).body.totalCount, 0);
});

test('another tenant named in the body is rejected and logged', async () => {
  const own = await tenant(server);
  const stranger = await tenant(server);
  for (const hint of [
    { user_id: stranger.customer.id },
    { customer_id: stranger.customer.id },
    { partner_domain: stranger.partner.domain },
    { reseller_email: stranger.partner.supportEmail },
  ]) {
    const answer = await own.client.post('/site', newSite(own.fqdn('hinted'), hint));
    assert.deepEqual([answer.status, answer.body['code']], [403, 'TENANT_MISMATCH'], JSON.stringify(hint));
  }
  const lines = await server.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.userId, own.customer.id), eq(auditLog.action, 'tenant.mismatch')));
  assert.equal(lines.length, 4);
  const right = await own.client.post(
    '/site',
    newSite(own.fqdn('hinted'), {
      user_id: own.customer.id,
      customer_id: own.customer.id,
      partner_domain: own.partner.domain,
    }),
  );
  assert.equal(right.status, 200, right.text);
});

test('a flagged user cannot create a site', async () => {
  const own = await tenant(server, { isAbuseSystem: true });
  const answer = await own.client.post('/site', newSite(own.fqdn('flagged')));
  assert.deepEqual([answer.status, answer.body['code']], [403, 'ABUSE']);
});

test('a failed installation shows where, and finalize continues it', async () => {
  const own = await tenant(server);
  const started = await own.client.post('/site', newSite(own.fqdn('fail-once-start-a')));
  const failed = await ended(own.client, started.body['task_id']);
  assert.equal(failed.status, 'failed');
  assert.deepEqual([failed.error?.code, failed.error?.retryable], ['INJECTED', true]);
  assert.equal(failed.steps.find((step) => step.state === 'failed')?.name, 'start');
  const { body } = await own.client.get<Site>(`/site/id/${failed.site_id}`);
  assert.equal(body.status, 'failed');
  const again = await own.client.post('/site/finalize', {
    site_id: failed.site_id,
    type: 'wordpress',
    wp_info: WP_INFO,
  });
  assert.equal(again.status, 200, again.text);
  assert.equal((await ended(own.client, again.body['task_id'])).status, 'succeeded');
  assert.equal((await visit(server, own.fqdn('fail-once-start-a'))).status, 200);
  const wrong = await own.client.post('/site/finalize', {
    site_id: failed.site_id,
    type: 'wordpress',
    wp_info: WP_INFO,
  });
  assert.deepEqual([wrong.status, wrong.body['code']], [409, 'BAD_TRANSITION']);
});

test('an initiated site is empty, and finalize installs it', async () => {
  const own = await tenant(server);
  const started = await own.client.post('/site', { fqdn: own.fqdn('later') });
  const reserved = await ended(own.client, started.body['task_id']);
  assert.equal(reserved.kind, 'site.initiate');
  assert.equal((await own.client.get<Site>(`/site/id/${reserved.site_id}`)).body.status, 'created');
  const second = await own.client.post('/site/finalize', {
    site_id: reserved.site_id,
    type: 'wordpress',
    wp_info: WP_INFO,
  });
  assert.equal((await ended(own.client, second.body['task_id'])).status, 'succeeded');
  assert.equal((await own.client.get<Site>(`/site/id/${reserved.site_id}`)).body.status, 'ready');
});
