// On both databases: the nested list of site-list.repo.ts.
import type { Page, Site } from '@panel/contract';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { memberWorkload } from '../../src/db/schema.ts';
import { startTestServer, type Client, type TestServer } from '../../src/testing/index.ts';
import { tenant } from './site-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

type Nested = Page<Site> & { foundCount: number; contextIds: string[] };

/** The totals, and the addresses of a page without the partner's domain; `(…)`: only its staging environment was found. */
async function nested(client: Client, query = '') {
  const { body } = await client.get<Nested>(`/site/filter?nested=true&orderBy=fqdn&${query}`);
  const rows = body.pageElements.map(({ site_id, fqdn }) => {
    const name = fqdn.split(/\.p[0-9a-f]+-/)[0] ?? '';
    return body.contextIds.includes(site_id ?? '') ? `(${name})` : name;
  });
  return [body.totalCount, body.foundCount, rows] as const;
}

async function sites() {
  const own = await tenant(server);
  const { scenario } = server;
  for (const name of ['alpha', 'beta', 'gamma']) {
    const live = await scenario.site(own.partner, own.customer, { name, title: `Site ${name}` });
    if (name !== 'beta') await scenario.staging(own.partner, own.customer, live, name === 'gamma' ? 'failed' : 'ready');
  }
  return own;
}

test('each live site is followed by its staging environment; totals and pages are of live sites', async () => {
  const { client, partner } = await sites();
  const all = ['alpha', 'staging.alpha', 'beta', 'gamma', 'staging.gamma'];
  assert.deepEqual(await nested(client), [3, 5, all]);
  assert.deepEqual(await nested(client, 'sortOrder=desc'), [
    ...[3, 5],
    ['gamma', 'staging.gamma', 'beta', 'alpha', 'staging.alpha'],
  ]);
  assert.deepEqual(await nested(client, 'pageSize=2'), [3, 5, ['alpha', 'staging.alpha', 'beta']]);
  assert.deepEqual(await nested(client, 'pageSize=2&pageIndex=1'), [3, 5, ['gamma', 'staging.gamma']]);
  assert.deepEqual(await nested(client, 'pageSize=2&pageIndex=7'), [3, 5, []]);
  const admin = await server.as(partner, await server.scenario.admin(partner));
  assert.deepEqual(await nested(admin), [3, 5, all]);
  const flat = (await client.get<Page<Site>>('/site/filter')).body;
  assert.deepEqual([flat.totalCount, 'foundCount' in flat, 'contextIds' in flat], [5, false, false]);
});

test('a staging environment that a filter finds is below its live site, one that it does not find is not listed', async () => {
  const { client, partner, customer } = await sites();
  assert.deepEqual(await nested(client, 'keyword=staging'), [
    ...[2, 2],
    ['(alpha)', 'staging.alpha', '(gamma)', 'staging.gamma'],
  ]);
  assert.deepEqual(await nested(client, 'status=failed'), [1, 1, ['(gamma)', 'staging.gamma']]);
  assert.deepEqual(await nested(client, 'status=ready'), [3, 4, ['alpha', 'staging.alpha', 'beta', 'gamma']]);
  assert.deepEqual(await nested(client, 'keyword=beta'), [1, 1, ['beta']]);
  assert.deepEqual(await nested(client, 'keyword=nothing'), [0, 0, []]);
  assert.deepEqual(await nested(client, 'keyword=staging&pageSize=1&pageIndex=1'), [
    2,
    2,
    ['(gamma)', 'staging.gamma'],
  ]);
  const stranger = await server.as(partner, await server.scenario.customer(partner));
  assert.deepEqual(await nested(stranger, 'keyword=staging'), [0, 0, []]);
  assert.equal((await client.get('/site/filter?nested=1')).status, 422);

  const { id } = await server.scenario.site(partner, customer, { name: 'delta' });
  const flat = (await client.get<Page<Site>>('/site/filter?orderBy=fqdn')).body.pageElements;
  const alpha = flat.find(({ name, isStage }) => name === 'alpha' && !isStage)?.site_id ?? '';
  const user = await server.scenario.user(partner, 'member', {
    ...{ accountId: customer.id, memberRole: 'developer' as const, allWorkloads: false },
  });
  await server.db.insert(memberWorkload).values([id, alpha].map((workloadId) => ({ userId: user.id, workloadId })));
  const member = await server.as(partner, user);
  assert.deepEqual(await nested(member), [2, 3, ['alpha', 'staging.alpha', 'delta']]);
});
