import {
  LICENSES_MAX,
  limitsOfPlan,
  PLAN_LIMITS,
  type License,
  type Page,
  type SiteOverview,
  type SiteSummary,
} from '@panel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { license as licenses, workload as siteTable } from '../../src/db/schema.ts';
import { createEdgeDirectory } from '../../src/modules/cdn/edge-directory.repo.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { ended, newSite, readySite, startSite, taskAt, tenant } from '../site/site-support.ts';
import {
  assign,
  availableTo,
  give,
  licensesOf,
  outcome,
  planOf,
  siteAt,
  staffOf,
  upgraded,
} from './license-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const NONE = '6f2c1f6e-8a53-4c58-9f0c-1f6f4f1b2a3c';

test('a licence that staff give is assigned by its customer: the site has its plan and its limits, and one site uses it up', async () => {
  const own = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const license = await give(staff, own.customer);
  assert.deepEqual(
    [license.plan_type, license.product_name, license.is_valid, license.is_free, license.provider, license.site_limit],
    ['STARTER', 'Site Basic', true, false, 'cam', 1],
  );
  assert.match(license.license_key, /^(?:[A-Z2-9]{4}-){4}[A-Z2-9]{4}$/);
  const bell = await own.client.get<Page<{ type: string }>>('/notification');
  assert.equal(bell.body.pageElements[0]?.type, 'license_received');
  assert.deepEqual(await availableTo(own.client), [license.license_key]);

  const site = await readySite(own, 'shop');
  const second = await readySite(own, 'second');
  const after = await upgraded(own.client, license.id, site.site_id);
  assert.deepEqual(
    [after.status, after.plan_type, after.license_key, after.stripe_license_id],
    ['ready', 'STARTER', license.license_key, license.id],
  );
  const overview = (await own.client.get<SiteOverview>(`/site/${site.site_id}/overview`)).body;
  assert.deepEqual(overview.limits, limitsOfPlan('STARTER').site);
  assert.deepEqual([overview.license?.product_name, overview.license?.is_valid], ['Site Basic', true]);
  const atEdge = await createEdgeDirectory(server.db, server.app).resolve(site.fqdn);
  assert.deepEqual(atEdge?.limits, limitsOfPlan('STARTER').site);

  assert.deepEqual(await availableTo(own.client), []);
  const [used] = await licensesOf(own.client);
  assert.deepEqual(
    [used?.hasAlreadyReachedMaxSiteCount, used?.sites],
    [true, [{ site_id: site.site_id, fqdn: site.fqdn }]],
  );
  assert.deepEqual(outcome(await assign(own.client, license.id, second.site_id)), [409, 'LICENSE_USED']);
  assert.deepEqual(await planOf(own, second.site_id), ['FREE', null]);
});

test('the same assignment again changes nothing; another licence frees the former one', async () => {
  const own = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const [basic, pro] = [await give(staff, own.customer), await give(staff, own.customer, { product: 'site_pro' })];
  const site = await readySite(own, 'shop');
  await upgraded(own.client, basic.id, site.site_id);
  const again = await assign(own.client, basic.id, site.site_id);
  assert.deepEqual([again.status, again.body['task_id']], [200, null]);

  const after = await upgraded(own.client, pro.id, site.site_id);
  assert.deepEqual([after.plan_type, after.license_key], ['PRO', pro.license_key]);
  assert.deepEqual(new Set(await availableTo(own.client)), new Set([basic.license_key, pro.license_key]));
});

test('of 10 assignments at once as many succeed as the licence has sites', async () => {
  const own = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const license = await give(staff, own.customer, { product: 'site_pro' });
  await server.scenario.sites(own.partner, own.customer, 10);
  const sites = (await own.client.get<{ site_id: string }[]>('/site/')).body;
  const answers = await Promise.all(sites.map(({ site_id }) => assign(own.client, license.id, site_id)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 2);
  assert.equal(answers.filter(({ body }) => body['code'] === 'LICENSE_USED').length, 8);
  assert.equal((await licensesOf(own.client))[0]?.sites.length, 2);
});

test('licences and sites of others do not exist, and a busy site is left alone', async () => {
  const own = await tenant(server);
  const other = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const neighbour = await server.scenario.customer(own.partner);
  const [mine, theirs, foreign] = [
    await give(staff, own.customer),
    await give(staff, neighbour),
    await give(await staffOf(server, other.partner), other.customer),
  ];
  const site = await readySite(own, 'shop');
  for (const id of [theirs.id, foreign.id, NONE])
    assert.deepEqual(outcome(await assign(own.client, id, site.site_id)), [404, 'NOT_FOUND']);
  // Staff see both, but a licence is for the sites of its customer.
  assert.deepEqual(outcome(await assign(staff, theirs.id, site.site_id)), [404, 'NOT_FOUND']);
  const theirSite = await readySite(other, 'shop');
  assert.deepEqual(outcome(await assign(own.client, mine.id, theirSite.site_id)), [404, 'NOT_FOUND']);
  for (const path of [`/license/${theirs.id}/deactivate`, `/license/${theirs.license_key}/auto/renewal`])
    assert.deepEqual(outcome(await own.client.put(path, { autoRenewal: false })), [404, 'NOT_FOUND']);
  const wrong = { licenseId: mine.id, siteId: site.site_id, partner_domain: other.partner.domain };
  assert.deepEqual(outcome(await own.client.post('/site/license/stripe', wrong)), [403, 'TENANT_MISMATCH']);
  assert.deepEqual(await licensesOf(own.client, `?license_key=${theirs.license_key}`), []);

  const busy = await startSite(own, 'hang-start-one');
  const running = await taskAt(own, busy, 'start');
  const refused = await assign(own.client, mine.id, String(running.resource_id));
  assert.deepEqual([refused.status, refused.body['code'], refused.body['task_id']], [409, 'TASK_RUNNING', busy]);
  await own.client.post(`/task/${busy}/cancel`);
  assert.equal((await ended(own.client, busy)).status, 'cancelled');
});

test('licences are given to customers of the partner alone, once for each key of the request', async () => {
  const own = await tenant(server);
  const other = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const input = (email: string) => ({ email, product_identifier: 'site_basic', months: 1 });
  for (const email of [other.customer.email, 'nobody@example.com']) {
    const refused = await staff.post('/partner/license/distribute', input(email));
    assert.deepEqual(
      [refused.status, refused.body['fields']],
      [422, { email: 'None of your customers has this email.' }],
    );
  }
  const list = (await staff.get<Page<License>>('/partner/license')).body;
  assert.equal(list.totalCount, 0);
  assert.deepEqual(outcome(await own.client.post('/partner/license/distribute', input(own.customer.email))), [
    403,
    'FORBIDDEN',
  ]);
});

test('a site with a licence does not count towards the plan of its customer', async () => {
  const own = await tenant(server);
  const license = await give(await staffOf(server, own.partner), own.customer);
  const limit = PLAN_LIMITS['FREE']?.account.sites ?? 0;
  await server.scenario.sites(own.partner, own.customer, limit - 1);
  const site = await readySite(own, 'shop');
  assert.deepEqual(outcome(await own.client.post('/site', newSite(own.fqdn('one-more')))), [409, 'SITE_QUOTA']);
  await upgraded(own.client, license.id, site.site_id);
  const { siteCount, siteLimit } = (await own.client.get<SiteSummary>('/site/summary')).body;
  assert.deepEqual([siteCount, siteLimit], [limit, limit + 1]);
  assert.equal((await own.client.post('/site', newSite(own.fqdn('one-more')))).status, 200);
});

test('a deleted site frees its licence, and gets it back with the restore if it is still free', async () => {
  const own = await tenant(server);
  const license = await give(await staffOf(server, own.partner), own.customer);
  const [first, second] = [await readySite(own, 'first'), await readySite(own, 'second')];
  const remove = async (id: string) => {
    const started = await own.client.delete(`/site/delete/${id}?infra_domain_id=x`);
    assert.equal((await ended(own.client, started.body['task_id'])).status, 'succeeded');
  };
  const restore = async (id: string) => {
    const started = await own.client.post('/site/bin/restore', { site_id: id });
    assert.equal((await ended(own.client, started.body['task_id'])).status, 'succeeded');
  };
  await upgraded(own.client, license.id, first.site_id);
  await remove(first.site_id);
  assert.deepEqual(await availableTo(own.client), [license.license_key]);
  await restore(first.site_id);
  assert.deepEqual(await planOf(own, first.site_id), ['STARTER', license.license_key]);

  await remove(first.site_id);
  await upgraded(own.client, license.id, second.site_id);
  await restore(first.site_id);
  assert.deepEqual(await planOf(own, first.site_id), ['FREE', null]);
  assert.deepEqual(await planOf(own, second.site_id), ['STARTER', license.license_key]);
});

test('a site on a licence can be restored when the plan of its owner is full', async () => {
  const own = await tenant(server);
  const license = await give(await staffOf(server, own.partner), own.customer);
  const site = await readySite(own, 'shop');
  await upgraded(own.client, license.id, site.site_id);
  const removed = await own.client.delete(`/site/delete/${site.site_id}?infra_domain_id=x`);
  assert.equal((await ended(own.client, removed.body['task_id'])).status, 'succeeded');
  const { siteLimit } = (await own.client.get<SiteSummary>('/site/summary')).body;
  await server.scenario.sites(own.partner, own.customer, Number(siteLimit));
  const restored = await own.client.post('/site/bin/restore', { site_id: site.site_id });
  assert.equal(restored.status, 200, restored.text);
  assert.equal((await ended(own.client, restored.body['task_id'])).status, 'succeeded');
  assert.deepEqual(await planOf(own, site.site_id), ['STARTER', license.license_key]);
});

test('all free licences are available, however many are in use', async () => {
  const own = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const free = await give(staff, own.customer, { months: 1 });
  const used = {
    partnerId: own.partner.id,
    customerId: own.customer.id,
    product: 'site_basic',
    provider: 'cam',
  } as const;
  const startedAt = new Date(Date.now() - 60_000);
  const toDate = new Date(Date.now() + 10 * 365 * 24 * 3_600_000);
  const keys = Array.from({ length: LICENSES_MAX }, (_, i) => `USED-${own.customer.id}-${i}`);
  await server.db
    .insert(licenses)
    .values(keys.map((key) => ({ ...used, key, termMonths: 120, startedAt, fromDate: startedAt, toDate })));
  const owner = {
    ...{
      partnerId: own.partner.id,
      customerId: own.customer.id,
      kind: 'wordpress' as const,
      type: 'wordpress' as const,
    },
    status: 'ready' as const,
  };
  await server.db.insert(siteTable).values(
    keys.map((licenseKey, i) => ({
      ...{ ...owner, licenseKey, planType: 'STARTER', name: `used-${i}`, infraDomainId: randomUUID() },
      fqdn: own.fqdn(`used-${i}`),
    })),
  );
  assert.deepEqual(await availableTo(own.client), [free.license_key]);
});

test('a site that gets another owner leaves its licence behind', async () => {
  const own = await tenant(server);
  const staff = await staffOf(server, own.partner);
  const license = await give(staff, own.customer);
  const site = await readySite(own, 'shop');
  await upgraded(own.client, license.id, site.site_id);
  const heir = await server.scenario.customer(own.partner);
  const moved = await staff.put(`/site/${site.site_id}/customer`, { customer_id: heir.id });
  assert.equal(moved.status, 200, moved.text);
  const theirs = await server.as(own.partner, heir);
  assert.deepEqual(await planOf({ client: theirs }, site.site_id), ['FREE', null]);
  assert.deepEqual(await availableTo(own.client), [license.license_key]);
  const { task_id: task } = await siteAt(theirs, site.site_id);
  if (task !== null) assert.equal((await ended(theirs, task)).status, 'succeeded');
});
