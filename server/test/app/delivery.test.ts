import {
  CDN_DEFAULTS,
  type AppBuild,
  type BuildLog,
  type CdnSettings,
  type DnsDomain,
  type Page,
  type PartnerAttributes,
} from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { partner as partnerTable } from '../../src/db/schema.ts';
import { until, type TestServer } from '../../src/testing/index.ts';
import { checkAll, claimed, domainOf, startInWorld, visited, type World } from '../domain/domain-support.ts';
import { zipOf } from '../extension/zip-support.ts';
import { ended, readySite, visit } from '../site/site-support.ts';
import { appTenant } from './app-support.ts';

const world: World = new Map();
let server: TestServer;
let stop: () => Promise<void>;
before(
  async () =>
    void ({ server, stop } = await startInWorld(world, { env: { SITE_ADDRESSES: '192.0.2.10', DNS_PORT: '0' } })),
);
after(() => stop());

test('an application gets a domain of its own with a zone, and its former address back', async () => {
  const own = await appTenant(server);
  const { app_id: siteId, build_id, fqdn: subDomain } = await own.create('shop');
  await own.builtTo(build_id, 'success');
  const given = { product: 'app_starter' as const, endsInDays: 30, autoRenewal: false };
  const { key } = await server.scenario.license(own.partner, own.customer, given);
  const domain = 'app-shop.example';
  world.set(domain, {});
  const claimant = { ...own, siteId, subDomain };
  const refused = await own.client.put(`/site/fqdn/${subDomain}`, { fqdn: domain, domain_type: 'custom_domain' });
  assert.equal(refused.body['code'], 'DOMAIN_LICENSE');
  const taken = { fqdn: domain, domain_type: 'custom_domain', license_key: key };
  const answer = await own.client.put(`/site/fqdn/${subDomain}`, taken);
  assert.equal(answer.status, 200, answer.text);
  if (answer.body['task_id']) await ended(own.client, answer.body['task_id']);
  await claimed(claimant, domain);
  world.set(domain, { nameservers: own.partner.nameservers });
  await checkAll(server);
  await until('the application to have its domain', async () => {
    const { domain: shown } = await domainOf(claimant);
    return shown?.state === 'connected' && (await own.app(siteId)).status === 'ready' ? true : undefined;
  });
  assert.equal((await visited(server, domain, '/'))[0], 200);
  assert.deepEqual((await own.app(siteId)).domain_type, 'custom_domain');
  const zones = (await own.client.get<Page<DnsDomain>>('/dns/zones')).body.pageElements;
  assert.deepEqual(
    zones.map(({ fqdn }) => fqdn),
    [domain],
  );
  assert.equal((await own.client.get(`/dns/get/${domain}`)).status, 200);
  const other = await appTenant(server, {}, own.partner);
  assert.equal((await other.client.get(`/dns/get/${domain}`)).status, 404);
  const removed = await own.client.delete(`/site/${siteId}/domain`);
  assert.equal((await ended(own.client, removed.body['task_id'])).status, 'succeeded');
  assert.equal((await own.app(siteId)).fqdn, subDomain);
});

test('the cache of an application has settings, is purged, and its traffic is shown', async () => {
  const own = await appTenant(server);
  const { app_id, build_id, fqdn } = await own.create('cached');
  await own.builtTo(build_id, 'success');
  const settings = { ...CDN_DEFAULTS, default_cache_time: 86_400 };
  const saved = await own.client.put(`/cdn/app/${app_id}`, { cache_settings: settings });
  assert.deepEqual([saved.status, saved.body['message']], [200, 'Schedule Cache saved!']);
  assert.equal((await own.client.get<CdnSettings>(`/cdn/get/${app_id}`)).body.default_cache_time, 86_400);
  const purge = (address: string) =>
    own.client.post(`/cdn/app/${app_id}/purge`, { purge_settings: { fqdn: address, urls: ['/*'] } });
  assert.equal((await purge(fqdn)).status, 200);
  const second = await own.create('other');
  assert.equal((await purge(second.fqdn)).status, 404);
  await visit(server, fqdn);
  await server.flushUsage();
  const usage = await own.client.get<{ data: number }>(`/cdn/usage/${app_id}?action=cdnUsage`);
  assert.ok(usage.body.data > 0, usage.text);
  assert.ok((await own.app(app_id)).totalRequests > 0);
});

test('what sites and applications share follows the workload: with Sites off it is there for applications alone', async () => {
  const partner = await server.scenario.partner({ isSpecial: true });
  const own = await appTenant(server, {}, partner);
  const { site_id: siteId, fqdn: siteFqdn } = await readySite(own, 'site');
  const { app_id, build_id, fqdn } = await own.create('orders');
  await own.builtTo(build_id, 'success');
  const switchTo = async (attributes: PartnerAttributes) => {
    await server.db.update(partnerTable).set({ attributes }).where(eq(partnerTable.id, partner.id));
    await server.app.partners.changed(partner.id);
  };
  await switchTo({ SECTION_SITES: 'false' });
  const shared = (id: string) => [
    ...[`/site/${id}/ssl`, `/site/${id}/domain`, `/site/${id}/password-protection`, `/cdn/get/${id}`],
    ...[`/cdn/getmetrics/${id}/month/traffic`, `/cdn/usage/${id}?action=cdnUsage`],
  ];
  for (const path of [...shared(app_id), `/site/fqdn/${fqdn}/check`])
    assert.equal((await own.client.get(path)).status, 200, path);
  for (const path of shared(siteId)) assert.equal((await own.client.get(path)).status, 404, path);
  const claim = (address: string) =>
    own.client.put(`/site/fqdn/${address}`, { fqdn: 'only-apps.example', domain_type: 'custom_domain' });
  assert.equal((await claim(fqdn)).body['code'], 'DOMAIN_LICENSE');
  assert.equal((await claim(siteFqdn)).body['code'], 'NOT_FOUND');
  assert.equal((await own.client.get('/site')).body['code'], 'SECTION_OFF');

  await switchTo({ SECTION_APPLICATIONS: 'false' });
  for (const path of shared(app_id)) assert.equal((await own.client.get(path)).status, 404, path);
  for (const path of shared(siteId)) assert.equal((await own.client.get(path)).status, 200, path);

  await switchTo({ SECTION_APPLICATIONS: 'false', SECTION_SITES: 'false' });
  for (const path of shared(app_id)) assert.equal((await own.client.get(path)).body['code'], 'SECTION_OFF', path);
});

/** A form with a zip of one page. */
function upload(zip: Buffer, app?: object): FormData {
  const form = new FormData();
  if (app) form.append('app', JSON.stringify(app));
  form.append('manualAppZipFile', new File([new Uint8Array(zip)], 'app.zip', { type: 'application/zip' }));
  return form;
}

test('a zip becomes an application, and another one replaces it', async () => {
  const own = await appTenant(server);
  const zip = zipOf([{ name: 'index.html', content: '<!doctype html><title>Mine</title><h1>Mine</h1>' }]);
  const made = await own.client.form<{ app_id: string; build_id: string; fqdn: string }>(
    '/nucal/manual/app',
    upload(zip, { fqdn: 'zipped', reseller_email: own.partner.supportEmail, partner_domain: own.partner.domain }),
  );
  assert.equal(made.status, 200, made.text);
  const first = await own.builtTo(made.body.build_id, 'success');
  const app = await own.app(made.body.app_id);
  assert.deepEqual([app.type, app.mode, app.repository.source, app.status], ['manual', 'manualDeploy', 'zip', 'ready']);
  assert.match((await visit(server, made.body.fqdn)).text, new RegExp(first.id));
  const deploy = await own.client.get(`/nucal/app/${app.id}/deploy`, {
    'x-xsrf-token': own.client.jar.get('XSRF-TOKEN') ?? '',
  });
  assert.equal(deploy.status, 404, 'a zip cannot be built again');

  const broken = await own.client.form('/nucal/manual/app', upload(Buffer.from('no zip'), { fqdn: 'broken' }));
  assert.deepEqual([broken.status, broken.body['code']], [422, 'ARCHIVE_REFUSED']);
  const wrong = await own.client.form('/nucal/manual/app', upload(zip, { fqdn: 'Not A Name' }));
  assert.equal(wrong.body['code'], 'VALIDATION');
  const foreign = await own.client.form(
    '/nucal/manual/app',
    upload(zip, { fqdn: 'foreign', partner_domain: 'other.example' }),
  );
  assert.deepEqual([foreign.status, foreign.body['code']], [403, 'TENANT_MISMATCH']);

  const next = await own.client.form<{ build_id: string }>(`/nucal/manual/app/${app.id}`, upload(zip), 'PUT');
  assert.equal(next.status, 200, next.text);
  const second = await own.builtTo(next.body.build_id, 'success');
  assert.deepEqual([second.trigger, second.number], ['upload', 2]);
  const { pageElements } = (await own.client.get<Page<AppBuild>>('/nucal/user/builds')).body;
  assert.deepEqual(
    pageElements.map(({ number, is_live }) => [number, is_live]),
    [
      [2, true],
      [1, false],
    ],
  );
  const log = (await own.client.get<BuildLog>(`/nucal/site/build/${second.id}/log`)).body;
  assert.equal(log.lines[0]?.text, 'line 1 of zip');
});
