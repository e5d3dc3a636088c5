import type { App, Bulk, License, LicenseProduct, Page, Site } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, eq } from 'drizzle-orm';
import { auditLog, license, user } from '../../src/db/schema.ts';
import { startTestServer, until, type Client, type PartnerRow, type TestServer } from '../../src/testing/index.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.stop());

const LASTS = { endsInDays: 30, autoRenewal: false };
const SITES = '/site/license/bulk';

async function world(names: readonly string[]) {
  const partner = await server.scenario.partner({ isSpecial: true });
  const admin = await server.scenario.admin(partner);
  const owner = await server.scenario.customer(partner);
  const sites = [];
  for (const name of names) sites.push(await server.scenario.site(partner, owner, { name }));
  const [staff, customer] = [await server.as(partner, admin), await server.as(partner, owner)];
  return { partner, admin, staff, owner, customer, sites, ids: sites.map(({ id }) => id) };
}

async function begun(client: Client, path: string, body: object): Promise<string> {
  const started = await client.post<{ bulk_id: string }>(path, body);
  assert.equal(started.status, 200, started.text);
  return started.body.bulk_id;
}
const resultOf = (client: Client, id: string): Promise<Bulk> =>
  until('the end of the change', async () => {
    const { body: bulk } = await client.get<Bulk>(`/bulk/${id}`);
    return bulk.counts.waiting === 0 && bulk;
  });
const ended = async (client: Client, path: string, body: object) => resultOf(client, await begun(client, path, body));
const plansOf = async (client: Client) =>
  (await client.get<Page<Site>>('/site/filter?pageSize=100&orderBy=fqdn&sortOrder=asc')).body.pageElements.map(
    ({ plan_type: plan }) => plan,
  );
const lines = (partner: PartnerRow, action: string) =>
  server.db.$count(auditLog, and(eq(auditLog.partnerId, partner.id), eq(auditLog.action, action)));
const given = (partner: PartnerRow, product: LicenseProduct) =>
  server.db.$count(license, and(eq(license.partnerId, partner.id), eq(license.product, product)));

test('a customer’s free licenses go to their sites as far as they reach, and the others say why', async () => {
  const { partner, owner, customer, sites, ids } = await world(['a', 'b', 'c']);
  const stranger = await world(['d']);
  await server.scenario.license(partner, owner, { ...LASTS, product: 'site_pro' });
  await server.scenario.license(stranger.partner, stranger.owner, { ...LASTS, product: 'site_pro' });
  const body = { product_identifier: 'site_pro', ids: [...ids, ...stranger.ids] };
  const done = await ended(customer, SITES, body);
  assert.deepEqual(done.counts, { waiting: 0, done: 2, unchanged: 0, refused: 1 });
  assert.deepEqual([done.action, done.product], ['license', 'Site Pro']);
  const { fqdn, error } = done.items[0] ?? {};
  assert.deepEqual([fqdn, error?.code, error?.values], [sites[2]?.fqdn, 'LICENSE_NONE_FREE', { product: 'Site Pro' }]);
  assert.deepEqual(await plansOf(customer), ['PRO', 'PRO', 'FREE']);
  assert.equal(await lines(partner, 'license.assign'), 2, 'as the single call');

  const again = await ended(customer, SITES, { product_identifier: 'site_pro', filter: {} });
  assert.deepEqual(again.counts, { waiting: 0, done: 0, unchanged: 2, refused: 1 });
  for (const wrong of [{ product_identifier: 'app_starter' }, { filter: {} }, { ids: [] }])
    assert.equal((await customer.post(SITES, { ...body, ...wrong })).status, 422);
  const free = await customer.post(SITES, { ...body, issue: { months: 1 } });
  assert.deepEqual([free.status, free.body['code']], [403, 'FORBIDDEN'], 'only staff issue licenses');
});

test('staff issue a license where a customer has none that is free, and use all of its places', async () => {
  const { partner, admin, owner, staff, customer, sites } = await world(['a', 'b', 'c']);
  const other = await server.scenario.customer(partner);
  const theirs = await server.scenario.site(partner, other, { name: 'd' });
  const [live] = sites;
  assert.ok(live);
  const stage = await server.scenario.staging(partner, owner, live, 'ready');
  await server.scenario.license(partner, owner, { ...LASTS, product: 'site_pro' });
  const body = { product_identifier: 'site_pro', issue: { months: 12, autoRenewal: true }, filter: {} };
  const done = await ended(staff, SITES, body);
  assert.deepEqual(done.counts, { waiting: 0, done: 4, unchanged: 0, refused: 0 }, JSON.stringify(done.items));
  assert.equal(await given(partner, 'site_pro'), 3, 'one of the two for the third site, one for the other customer');
  assert.equal(await lines(partner, 'license.distribute'), 2);
  const { body: held } = await staff.get<Page<License>>('/partner/license?pageSize=100');
  assert.deepEqual(held.pageElements.find(({ customer_id: id }) => id === other.id)?.sites, [
    { site_id: theirs.id, fqdn: theirs.fqdn },
  ]);
  assert.ok(
    (await plansOf(customer)).every((plan) => plan === 'PRO'),
    'the staging environment with its live site',
  );
  const alone = await ended(staff, SITES, { ...body, ids: [stage.id], filter: undefined });
  assert.equal(alone.items[0]?.error?.code, 'LICENSE_STAGING');

  const as = (staffRole: 'support' | 'billing') =>
    server.db.update(user).set({ staffRole }).where(eq(user.id, admin.id));
  await as('support');
  assert.equal((await staff.post(SITES, body)).body['code'], 'STAFF_ROLE');
  await as('billing');
  assert.deepEqual((await ended(staff, SITES, body)).counts, { waiting: 0, done: 0, unchanged: 4, refused: 0 });
});

test('two staff at once: each site is given the plan once', async () => {
  const { partner, staff } = await world(['a', 'b', 'c', 'd', 'e', 'f']);
  const colleague = await server.as(partner, await server.scenario.admin(partner));
  const body = { product_identifier: 'site_basic', issue: { months: 1 }, filter: {} };
  const bulks = await Promise.all([begun(staff, SITES, body), begun(colleague, SITES, body)]);
  const [one, two] = [await resultOf(staff, bulks[0]), await resultOf(colleague, bulks[1])];
  assert.deepEqual([one.counts.refused, two.counts.refused], [0, 0], JSON.stringify([one.items, two.items]));
  assert.equal(one.counts.done + two.counts.done, 6);
  assert.equal(one.counts.unchanged + two.counts.unchanged, 6);
  assert.equal(await given(partner, 'site_basic'), 6, 'none was issued twice');
});

test('applications get the plan of a license for applications', async () => {
  const { partner, owner, customer } = await world([]);
  for (const name of ['app-a', 'app-b']) await server.scenario.app(partner, owner, name, true);
  await server.scenario.license(partner, owner, { ...LASTS, product: 'app_fullstack' });
  const path = '/stripe/licenses/bulk/app';
  const done = await ended(customer, path, { product_identifier: 'app_fullstack', filter: {} });
  assert.deepEqual(
    done.items.map(({ outcome, error }) => [outcome, error?.code]),
    [
      ['refused', 'LICENSE_NONE_FREE'],
      ['done', undefined],
    ],
  );
  const { body } = await customer.get<Page<App>>('/nucal/user/apps');
  assert.deepEqual(body.pageElements.map(({ plan_type: plan }) => plan).sort(), ['FREE', 'PRO']);
});
