// On both databases: the migrations of data that an earlier version left behind.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { asc, eq } from 'drizzle-orm';
import pg from 'pg';
import { readConfig } from '../../src/config/config.ts';
import type { OpenDatabase } from '../../src/db/database.ts';
import { openPgliteFolder } from '../../src/db/open-pglite.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { auditLog, backup, listCount, workload, siteCount, siteExtension, installedItem } from '../../src/db/schema.ts';
import { unpack } from '../../src/lib/unpack.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';
import { createPostgresDatabase } from '../../src/testing/test-database.ts';
import { DOUBLE, readFacts } from './upgrade-facts.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures/upgrade');
const server = process.env['TEST_DATABASE_URL'];
const made = server ? 'data-postgresql.sql.br' : 'data-pglite.tar.br';
let folder: string;
let open: OpenDatabase;
let close: () => Promise<unknown>;

const content = async (): Promise<Buffer> => promisify(brotliDecompress)(await readFile(path.join(FIXTURES, made)));

async function openData(): Promise<OpenDatabase> {
  const file = path.join(folder, 'data.tar');
  await writeFile(file, await content());
  await unpack({ file, cwd: folder });
  return openPgliteFolder(folder, readConfig({}).cacheDir);
}

async function openDump(url: string): Promise<OpenDatabase> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('drop schema public cascade; drop schema drizzle cascade; create schema public');
  await client.query((await content()).toString());
  await client.end();
  return openPostgres(url, { max: 4 });
}

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'panel-upgrade-'));
  const database = server ? await createPostgresDatabase(server) : null;
  open = database ? await openDump(database.url) : await openData();
  close = async () => {
    await open.close();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  };
});
after(() => close());

test('sites, addresses, usage, backups, counts, applications and accounts are what they were', async () => {
  const facts: unknown = JSON.parse(await readFile(path.join(FIXTURES, 'facts.json'), 'utf8'));
  assert.deepEqual((await readFacts(open))[open.kind], (facts as Record<string, unknown>)[open.kind]);
});

test('an address is held once: the application that had the address of a site has another, which the log has', async () => {
  const { db } = open;
  const twice =
    await open.query(`select fqdn from (select id, fqdn from workload union select workload_id, fqdn from workload_host) held
    group by fqdn having count(*) > 1`);
  assert.deepEqual(twice.rows, []);
  const held = await db.select().from(workload).where(eq(workload.name, DOUBLE)).orderBy(asc(workload.kind));
  const [application, shop] = held;
  assert.deepEqual([application?.kind, shop?.kind], ['node', 'static']);
  assert.match(String(application?.fqdn), /^rye-and-honey-[0-9a-f]{12}\./);
  const [entry] = await db.select().from(auditLog).where(eq(auditLog.action, 'app.moved'));
  assert.deepEqual(entry?.detail, { app: application?.id, from: shop?.fqdn, to: application?.fqdn });
});

test('the counts that the database keeps go on counting', async () => {
  const { db } = open;
  const repo = scenarioRepo(db);
  const [model] = await db
    .select()
    .from(workload)
    .where(eq(workload.name, 'field-notes'))
    .orderBy(asc(workload.isStage));
  assert.ok(model?.customerId);
  const owners = [model.partnerId, model.customerId];
  const counts = async () => {
    const all = await db.select().from(siteCount);
    return owners.map((owner) => all.find(({ ownerId }) => ownerId === owner)?.total);
  };
  const before = await counts();
  const partner = { id: model.partnerId, sitesDomain: 'later.localhost' } as Parameters<typeof repo.site>[0];
  const later = await repo.site(partner, { id: model.customerId, email: '' } as Parameters<typeof repo.site>[1], {
    name: 'later',
  });
  assert.deepEqual(
    await counts(),
    before.map((total) => Number(total) + 1),
  );
  await repo.backups(later.id, 2);
  const backups = async () => (await db.select().from(listCount).where(eq(listCount.ownerId, later.id)))[0]?.total;
  assert.equal(await backups(), 2);
  await db.delete(backup).where(eq(backup.name, 'Backup 2'));
  assert.equal(await backups(), 1);

  const installed = async () =>
    (await db.select().from(installedItem).where(eq(installedItem.slug, 'later')))
      .filter(({ ownerId }) => owners.includes(ownerId))
      .map(({ sites, active }) => ({ sites, active }));
  await repo.installed(later, [{ kind: 'plugin', slug: 'later', name: 'Later', version: '1.0', active: true }]);
  assert.deepEqual(await installed(), [
    { sites: 1, active: 1 },
    { sites: 1, active: 1 },
  ]);
  const [checked] = await db.select().from(workload).where(eq(workload.id, later.id));
  assert.ok(checked?.inventoryAt, 'the last reading of its plugins is known');

  await db.update(workload).set({ binnedAt: new Date() }).where(eq(workload.id, later.id));
  assert.deepEqual(await counts(), before);
  assert.deepEqual(await installed(), []);
  await db.delete(workload).where(eq(workload.id, later.id));
  assert.deepEqual(await counts(), before);
  assert.deepEqual(await db.select().from(siteExtension).where(eq(siteExtension.siteId, later.id)), []);
});
