import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { and, eq, isNull } from 'drizzle-orm';
import { siteCount, workload } from '../../src/db/schema.ts';
import { isHostTaken } from '../../src/modules/site/site.repo.ts';
import { createEdgeDirectory } from '../../src/modules/cdn/edge-directory.repo.ts';
import { sectionCustomers } from '../../src/modules/partner/section-customers.repo.ts';
import { rows } from '../contract/access-rows.ts';
import type { Objects } from '../contract/access-outcomes.ts';
import { allCalls } from '../contract/calls.ts';
import { makeWorld, type World } from '../contract/fixture.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';

let panel: Panel;
let world: World;
let app: { id: string; fqdn: string };
before(async () => {
  panel = await startPanel({ tasks: true });
  world = await makeWorld(panel);
  app = await scenarioRepo(panel.ctx.db).app(world.partner, world.users.owner, 'orders');
});
after(() => panel.close());

/** The calls that are about one site of the caller, by what they answer to the owner of another one. */
const ofOneSite = allCalls.filter(({ name }) => rows[name]?.outcome.neighbour === 'NOT_FOUND');

/** Addresses, certificates, the cache, the plan, backups and tags are those of whatever runs: these calls take a workload (ADR 0094, 0120, 0149). */
const TAKES_WORKLOADS =
  /^(?:cdn|ssl|domain|dns|license|backup|file|tag)\.(?!createSite$)|^(?:site\.passwordProtection|payment\.subscriptions)$/;

test('an application is no site for any call about sites', async () => {
  const objects = await world.objects('owner');
  const site = { id: objects.siteId, fqdn: objects.fqdn };
  const instead: Objects = {
    ...objects,
    ...{ siteId: app.id, createdSiteId: app.id, stagingId: app.id, binnedSiteId: app.id },
    ...{ fqdn: app.fqdn, domain: app.fqdn, failedFqdn: app.fqdn },
  };
  const browser = await world.browserOf('owner');
  const asked: string[] = [];
  for (const { name, method } of ofOneSite) {
    const send = rows[name]?.send;
    assert.ok(send);
    const request = JSON.stringify(send(instead));
    if (TAKES_WORKLOADS.test(name) || (!request.includes(app.id) && !request.includes(app.fqdn))) continue;
    const { path, body } = send(instead);
    const answer = method === 'GET' ? await browser.get(path) : await browser.write(method, path, body);
    assert.deepEqual([answer.status, answer.body['code']], [404, 'NOT_FOUND'], name);
    asked.push(name);
  }
  for (const name of ['site.byId', 'site.overview', 'site.remove', 'staging.create'])
    assert.ok(asked.includes(name), `${name} was asked: ${asked.join(', ')}`);
  const [row] = await panel.ctx.db.select().from(workload).where(eq(workload.id, app.id));
  assert.deepEqual([row?.kind, row?.binnedAt, row?.taskId], ['node', null, null], 'no call changed it');
  assert.ok(site.id);
});

test('lists and totals of sites and of applications do not mix', async () => {
  const { db } = panel.ctx;
  const browser = await world.browserOf('owner');
  const own = await db
    .select({ id: workload.id })
    .from(workload)
    .where(and(eq(workload.customerId, world.users.owner.id), eq(workload.kind, 'node'), isNull(workload.binnedAt)));
  assert.ok(own.length >= 1);
  const idsOf = (body: Record<string, unknown>, key: string): unknown[] =>
    (body['pageElements'] as Record<string, unknown>[]).map((element) => element[key]);
  const before = (await browser.get('/site/summary')).body['siteCount'];
  const counted = await db.select().from(siteCount).where(eq(siteCount.ownerId, world.users.owner.id));
  await scenarioRepo(db).app(world.partner, world.users.owner, 'invoices');
  assert.equal((await browser.get('/site/summary')).body['siteCount'], before);
  assert.deepEqual(await db.select().from(siteCount).where(eq(siteCount.ownerId, world.users.owner.id)), counted);
  for (const path of ['/site', '/site/filter?keyword=orders', '/site/filter?keyword=invoices'])
    assert.ok(!idsOf((await browser.get(path)).body, 'fqdn').includes(app.fqdn), path);
  assert.deepEqual((await browser.get('/site/filter?keyword=invoices')).body['totalCount'], 0);
  const apps = (await browser.get('/nucal/user/apps')).body;
  assert.equal(apps['totalCount'], own.length + 1);
  for (const name of ['orders', 'invoices']) assert.ok(idsOf(apps, 'name').includes(name), name);
  const other = await panel.addPartner({ isSpecial: true });
  await scenarioRepo(db).app(other, await panel.addUser(other, 'customer'), 'alone');
  assert.deepEqual(await sectionCustomers(db, other.id), { sites: 0, applications: 1 });
});

test('the address of an application is taken for sites, and leads to none', async () => {
  const { db } = panel.ctx;
  assert.equal(await isHostTaken(db, app.fqdn), true);
  assert.equal(await createEdgeDirectory(db, panel.ctx).resolve(app.fqdn), null);
});
