import { errorCatalogue, type App, type AppDashboard, type AppVariables, type Page } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { appBuild, appVariables, partner, user } from '../../src/db/schema.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { ended, visit } from '../site/site-support.ts';
import { appTenant, csrf, fromGit, type AppTenant, type Created, linkOf } from './app-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const deploy = ({ client }: AppTenant, id: string) =>
  client.get<{ build_id: string; code?: string; message?: string }>(`/nucal/app/${id}/deploy`, csrf(client));
const create = ({ client }: AppTenant, fqdn: string, more: object = {}) =>
  client.post<Created & { code?: string }>('/nucal/create/project', { fqdn, template_id: 'static-page', ...more });

test('a plan has a number of applications; one on a license is beside it', async () => {
  const own = await appTenant(server);
  const answers = await Promise.all(['a1', 'a2', 'a3', 'a4', 'a5', 'a6'].map((name) => create(own, name)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 200, 409]);
  assert.equal(answers.find(({ status }) => status === 409)?.body.code, 'APP_QUOTA');
  const given = { product: 'app_starter' as const, endsInDays: 30, autoRenewal: false };
  const { key } = await server.scenario.license(own.partner, own.customer, given);
  const licensed = await create(own, 'more', { license_key: key });
  assert.equal(licensed.status, 200, licensed.text);
  const app = await own.app(licensed.body.app_id);
  assert.deepEqual([app.plan_type, app.license_key], ['STARTER', key]);
  assert.deepEqual((await create(own, 'again', { license_key: key })).body.code, 'LICENSE_USED');
  assert.equal((await own.client.get<Page<App>>('/nucal/user/apps')).body.totalCount, 6);
});

test('a license for applications is assigned to one, and is no license for a site', async () => {
  const own = await appTenant(server);
  const { app_id, build_id } = await own.create('plan');
  await own.builtTo(build_id, 'success');
  const row = (product: 'app_fullstack' | 'site_basic') =>
    server.scenario.license(own.partner, own.customer, { product, endsInDays: 30, autoRenewal: false });
  const [forApps, forSites] = [await row('app_fullstack'), await row('site_basic')];
  const assign = (licenseId: string) => own.client.post('/stripe/licenses/set/app', { licenseId, appId: app_id });
  assert.equal((await assign(forSites.id)).body['code'], 'LICENSE_NOT_VALID');
  const done = await assign(forApps.id);
  assert.equal(done.status, 200, done.text);
  if (done.body['task_id']) await ended(own.client, done.body['task_id']);
  assert.deepEqual((await own.app(app_id)).plan_type, 'PRO');
  const mine = (await own.client.get<{ id: string }[]>('/stripe/licenses/user/apps')).body;
  assert.deepEqual(
    mine.map(({ id }) => id),
    [forApps.id],
  );
});

test('build time that is used up ends builds and publishing until the next month', async () => {
  const own = await appTenant(server);
  const { app_id, build_id } = await own.create('minutes');
  await own.builtTo(build_id, 'success');
  const { build_seconds_limit: limit, renews_at } = (await own.client.get<AppDashboard>('/nucal/dashboard')).body;
  assert.equal(limit, 300 * 60);
  const now = new Date();
  assert.equal(renews_at, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)).toISOString());
  const monthBegan = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const long = { startedAt: monthBegan, endedAt: new Date(monthBegan.getTime() + limit * 1000) };
  await server.db.update(appBuild).set(long).where(eq(appBuild.id, build_id));
  const refused = await deploy(own, app_id);
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.message],
    [403, 'ABUSE', errorCatalogue.ABUSE.message],
  );
  assert.equal((await own.client.post(`/nucal/app/build/${build_id}/publish`)).body['code'], 'ABUSE');
  const before = { startedAt: new Date(monthBegan.getTime() - 60_000), endedAt: monthBegan };
  await server.db.update(appBuild).set(before).where(eq(appBuild.id, build_id));
  assert.equal((await deploy(own, app_id)).status, 200);
});

test('an account that is flagged while a build runs publishes nothing of it', async () => {
  const own = await appTenant(server);
  const { body } = await own.client.post<Created>('/nucal/existing/app', fromGit('flagged', 'main'));
  await own.builtTo(body.build_id, 'success');
  await own.client.put(`/nucal/${body.app_id}`, { branch: 'hangs' });
  const running = (await deploy(own, body.app_id)).body.build_id;
  await own.builtTo(running, 'building');
  await own.client.put(`/nucal/${body.app_id}`, { branch: 'next' });
  const waiting = (await deploy(own, body.app_id)).body.build_id;
  await server.db.update(user).set({ isAbuseSystem: true }).where(eq(user.id, own.customer.id));
  await own.client.post(`/nucal/app/build/${running}/cancel`);
  const failed = await own.builtTo(waiting, 'failed');
  assert.equal(failed.error, errorCatalogue.ABUSE.message);
  assert.equal((await own.app(body.app_id)).live_build?.id, body.build_id);
});

test('no more than five builds wait: the oldest is superseded', async () => {
  const own = await appTenant(server);
  const { body } = await own.client.post<Created>('/nucal/existing/app', fromGit('queue', 'hangs'));
  await own.builtTo(body.build_id, 'building');
  const ids: string[] = [];
  for (const branch of ['b1', 'b2', 'b3', 'b4', 'b5', 'b6']) {
    await own.client.put(`/nucal/${body.app_id}`, { branch });
    ids.push((await deploy(own, body.app_id)).body.build_id);
  }
  const statuses = await Promise.all(ids.map(async (id) => (await own.build(id)).status));
  assert.deepEqual(statuses, ['superseded', 'queued', 'queued', 'queued', 'queued', 'queued']);
  await own.client.post(`/nucal/app/build/${body.build_id}/cancel`);
  await own.builtTo(ids[5] ?? '', 'success');
});

test('secrets are sealed and never answered; versions can be undone, and an outdated one is a conflict', async () => {
  const own = await appTenant(server);
  const { app_id } = await own.create('secrets');
  const path = `/nucal/app/${app_id}/variables`;
  const save = (version: number, variables: object[]) =>
    own.client.put<{ data: AppVariables }>(path, { environment: 'production', version, variables });
  const url = { name: 'API_URL', value: 'https://api.example.com', phase: 'both', secret: false };
  const key = { name: 'API_KEY', value: 'not-to-be-seen', phase: 'run', secret: true };
  assert.equal((await save(0, [url, key])).status, 200);
  const shown = await own.client.get<AppVariables>(path);
  assert.deepEqual(
    shown.body.variables.map(({ name, value }) => [name, value]),
    [
      ['API_URL', url.value],
      ['API_KEY', null],
    ],
  );
  assert.ok(!shown.text.includes(key.value));
  const rows = await server.db.select().from(appVariables).where(eq(appVariables.appId, app_id));
  assert.ok(!JSON.stringify(rows).includes(key.value) && !JSON.stringify(rows).includes(url.value));
  assert.equal((await save(0, [])).status, 409);
  const kept = await save(1, [{ ...key, value: null }]);
  assert.deepEqual([kept.body.data.version, kept.body.data.variables.length], [2, 1]);
  const unknown = await save(2, [{ ...key, name: 'OTHER', value: null }]);
  assert.deepEqual([unknown.status, Object.keys(unknown.body as object).includes('fields')], [422, true]);
  const undone = await own.client.post<{ data: AppVariables }>(`${path}/restore`, {
    environment: 'production',
    version: 1,
  });
  assert.deepEqual(
    [undone.body.data.version, undone.body.data.variables.map(({ name }) => name)],
    [3, ['API_URL', 'API_KEY']],
  );
});

test('a partner that switches applications off ends builds, and nothing of them is reachable until they are on again', async () => {
  const own = await appTenant(server);
  const first = await own.create('seen');
  await own.builtTo(first.build_id, 'success');
  const { body } = await own.client.post<Created>('/nucal/existing/app', fromGit('runs', 'hangs'));
  await own.builtTo(body.build_id, 'building');
  const switchTo = async (attributes: object) => {
    await server.db.update(partner).set({ attributes }).where(eq(partner.id, own.partner.id));
    await server.app.partners.changed(own.partner.id);
  };
  await switchTo({ ...own.partner.attributes, SECTION_APPLICATIONS: 'false' });
  await until('its address to lead nowhere', async () =>
    (await visit(server, first.fqdn)).status === 421 ? true : undefined,
  );
  await until('the build to end', async () => {
    const [row] = await server.db.select().from(appBuild).where(eq(appBuild.id, body.build_id));
    return row?.status === 'cancelled' ? true : undefined;
  });
  assert.equal((await own.client.get(`/nucal/${first.app_id}`)).status, 403);
  assert.equal((await own.client.get(`/cdn/get/${first.app_id}`)).status, 404);
  await switchTo(own.partner.attributes);
  await until('its address to lead to it', async () =>
    (await visit(server, first.fqdn)).status === 200 ? true : undefined,
  );
  assert.equal((await own.app(first.app_id)).live_build?.id, first.build_id);
});

test('a password keeps visitors out, and an application can be renamed', async () => {
  const own = await appTenant(server);
  const { app_id, build_id, fqdn } = await own.create('first');
  await own.builtTo(build_id, 'success');
  const protect = { password_protection: { username: 'ada', password: 'Correct1Horse' } };
  assert.equal((await own.client.put(`/nucal/${app_id}`, protect)).status, 200);
  assert.equal((await visit(server, fqdn)).status, 401);
  assert.equal((await own.app(app_id)).is_password_protected, true);
  await own.client.put(`/nucal/${app_id}`, { password_protection: null });
  assert.equal((await visit(server, fqdn)).status, 200);
  const renamed = await own.client.put<{ task_id: string }>(`/nucal/${app_id}`, { fqdn: own.fqdn('second') });
  assert.equal(renamed.status, 200, renamed.text);
  assert.equal((await ended(own.client, renamed.body.task_id)).status, 'succeeded');
  assert.equal((await visit(server, own.fqdn('second'))).status, 200);
  assert.equal((await visit(server, fqdn)).status, 421);
  assert.equal(await linkOf(own, 'site_renamed'), `/manage-app/overview/${app_id}`);
});
