import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { partner as partnerTable, user } from '../../src/db/schema.ts';
import { checkedAt, countUpdates } from '../../src/modules/extension/due.repo.ts';
import {
  endDatabasesOf,
  exchangeSecret,
  findSessionName,
  replaceSecret,
} from '../../src/modules/site-access/database-access.repo.ts';
import { insertAccess, openAccess } from '../../src/modules/site-access/site-access.repo.ts';
import { findSource, recordOffer, saveSource } from '../../src/modules/site-source/site-source.repo.ts';
import { createSitePhp, storePhpSettings } from '../../src/modules/site-tool/site-php.repo.ts';
import { createSiteSchedule } from '../../src/modules/site/site-schedule.repo.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';

/* What is stored of a site beside it, without PHP and file servers: the tests of their features have those. */

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

async function newSite(values: { isStage?: boolean } = {}) {
  const { scenario } = server;
  const partner = await scenario.partner();
  const customer = await scenario.customer(partner);
  return { partner, customer, site: await scenario.site(partner, customer, { name: 'shop', ...values }) };
}

test('of two browsers that exchange one link for the database at the same time, one gets the session', async () => {
  const { db } = server;
  const { partner, customer, site } = await newSite();
  const now = new Date();
  const opened = { workloadId: site.id, kind: 'database', userId: customer.id, userName: `tool-${site.id}` } as const;
  await insertAccess(db, { ...opened, passwordHash: 'link', expiresAt: new Date(now.getTime() + 60_000) });
  const link = { siteId: site.id, secretHash: 'link', now };
  const sessions = await Promise.all(['one', 'two'].map((session) => exchangeSecret(db, link, session)));
  assert.equal(sessions.filter(Boolean).length, 1);
  const [hash = ''] = ['one', 'two'].filter((_, index) => sessions[index]);
  assert.equal(await findSessionName(db, { ...link, secretHash: hash }), opened.userName);
  const admin = await server.scenario.admin(partner);
  assert.ok(await replaceSecret(db, { ...link, secretHash: 'new' }, admin.id));
  assert.equal(await findSessionName(db, { ...link, secretHash: hash }), undefined);
  await endDatabasesOf(db, customer.id, now);
  assert.ok(await openAccess(db, site.id, 'database', now), 'the newest link is of the other person');
  await endDatabasesOf(db, admin.id, now);
  assert.equal(await openAccess(db, site.id, 'database', now), undefined);
  assert.equal(await replaceSecret(db, { ...link, secretHash: 'late' }, customer.id), undefined);
});

test('the accepted fingerprint of a file server stays for the same server only', async () => {
  const { db } = server;
  const { site } = await newSite();
  const own = { protocol: 'sftp', host: 'files.example', port: 22 } as const;
  assert.equal(await saveSource(db, site.id, own, 'SHA256:one'), 'SHA256:one');
  await recordOffer(db, site.id, 'SHA256:other');
  assert.equal((await findSource(db, site.id))?.offeredKey, 'SHA256:other');
  assert.equal(await saveSource(db, site.id, own, undefined), 'SHA256:one');
  assert.equal((await findSource(db, site.id))?.offeredKey, null);
  assert.equal(await saveSource(db, site.id, { ...own, port: 2222 }, undefined), null);
});

test('updates are counted per site against the library of its customer', async () => {
  const { db, scenario } = server;
  const { partner, customer, site } = await newSite();
  assert.equal(await checkedAt(db, site.id), null);
  const item = { kind: 'plugin', slug: 'seo', name: 'SEO' } as const;
  await scenario.installed(site, [{ ...item, version: '1.9', active: true }]);
  for (const version of ['1.10', '1.8']) await scenario.extension(partner, customer, { ...item, version });
  assert.deepEqual(await countUpdates(db, site.id), { plugin: 1, theme: 0 });
  assert.ok((await checkedAt(db, site.id)) instanceof Date);
});

test('PHP settings are read as they were stored, and jobs run by themselves unless the site is a copy or its owner is suspended', async () => {
  const { db } = server;
  const [{ site, customer, partner: owner }, { site: stage }] = [await newSite(), await newSite({ isStage: true })];
  const phpOf = createSitePhp(db);
  assert.equal(await phpOf(site.id), null);
  const isScheduled = createSiteSchedule(db);
  assert.deepEqual([await isScheduled(site.id), await isScheduled(stage.id)], [true, false]);
  await db.update(user).set({ suspendedAt: new Date() }).where(eq(user.id, customer.id));
  assert.equal(await isScheduled(site.id), false);
  await db.update(user).set({ suspendedAt: null }).where(eq(user.id, customer.id));
  await db.update(partnerTable).set({ deletesAt: new Date() }).where(eq(partnerTable.id, owner.id));
  assert.equal(await isScheduled(site.id), false);
  await db.update(partnerTable).set({ deletesAt: null }).where(eq(partnerTable.id, owner.id));
  assert.equal(await isScheduled(site.id), true);
  const chosen = { memory_mb: 128, upload_mb: 32, execution_seconds: 30 };
  await storePhpSettings(db, site.id, chosen);
  assert.deepEqual(await phpOf(site.id), chosen);
  await storePhpSettings(db, site.id, null);
  assert.equal(await phpOf(site.id), null);
});
