// On both databases: a table that is locked, connections that end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eq, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { access, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { partner, partnerHost, statusIncident } from '../../src/db/schema.ts';
import { createStatusPages, keptIn, sweepKept } from '../../src/modules/status-page/kept-status.ts';
import { startTestServer, until, type TestServer } from '../../src/testing/index.ts';
import { NOTE, pageNow, pageOf, reported, world, type World } from './status-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

const changed = ({ partner }: World) => server.app.partners.changed(partner.id);

/** Runs work while every query of incidents waits. */
async function whileLocked(work: () => Promise<void>): Promise<void> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = server.db.transaction(async (tx) => {
    await tx.execute(sql`lock table ${statusIncident} in access exclusive mode`);
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  try {
    await work();
  } finally {
    released.resolve();
    await held;
  }
}

test('a database that does not answer within a second is not waited for, and the page says from when it is', async () => {
  const own = await world(server);
  await reported(own.staff, { title: 'Slow sites' });
  await pageOf(own);
  await changed(own);
  await whileLocked(async () => {
    const page = await pageNow(own);
    assert.match(page, NOTE);
    assert.match(page, /Slow sites/);
    assert.doesNotMatch(page, /<form/, 'nobody can subscribe now');
  });
  await pageOf(own);
});

test('a process that has just started shows what another one kept in the data folder', async () => {
  const own = await world(server);
  await reported(own.staff, { title: 'Slow sites' });
  await pageOf(own);
  const folder = path.join(server.dataDir, 'status-pages');
  await until('it is written', async () => {
    const names = await readdir(folder).catch(() => []);
    const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8').catch(() => '')));
    return texts.some((text) => text.includes('Slow sites'));
  });
  await whileLocked(async () => {
    const restarted = createStatusPages(server.app);
    const answer = await restarted.of(own.partner.domain);
    assert.deepEqual([answer?.isKept, answer?.model.open[0]?.title], [true, 'Slow sites']);
  });
});

/** The app with a database that can fail, or know no host. */
function fragile(): { app: TestServer['app']; db: { mode: 'well' | 'broken' | 'empty' } } {
  const db = { mode: 'well' as 'well' | 'broken' | 'empty' };
  const none = { from: () => none, innerJoin: () => none, where: () => none, limit: async () => [] };
  const proxied = new Proxy(server.db, {
    get(target, name, receiver) {
      if (db.mode === 'broken') throw new Error('The database is broken.');
      if (db.mode === 'empty' && name === 'select') return () => none;
      return Reflect.get(target, name, receiver) as unknown;
    },
  });
  return { app: { ...server.app, db: proxied }, db };
}

const fileOf = (host: string): string =>
  path.join(server.dataDir, 'status-pages', `${createHash('sha256').update(host).digest('hex')}.json`);
const isWritten = (host: string) =>
  until('it is written', () =>
    access(fileOf(host)).then(
      () => true,
      () => undefined,
    ),
  );

for (const [name, close] of [
  [
    'a suspended partner',
    ({ partner: { id } }: World) =>
      server.db.update(partner).set({ suspendedAt: new Date() }).where(eq(partner.id, id)),
  ],
  [
    'a host that was taken away',
    ({ partner: { domain } }: World) => server.db.delete(partnerHost).where(eq(partnerHost.host, domain)),
  ],
] as const)
  test(`the page of ${name} does not come back when the database fails`, async () => {
    const own = await world(server);
    const host = own.partner.domain;
    const { app, db } = fragile();
    const pages = createStatusPages(app);
    await pages.of(host);
    await isWritten(host);
    await close(own);
    await changed(own);
    assert.equal(await pages.of(host), null);
    await changed(own);
    db.mode = 'broken';
    await assert.rejects(pages.of(host), /is broken/);
    await until('the file is gone', () =>
      access(fileOf(host)).then(
        () => undefined,
        () => true,
      ),
    );
    await assert.rejects(createStatusPages(app).of(host), /is broken/);
  });

test('a page that is older than a day is not shown', async () => {
  const own = await world(server);
  const host = own.partner.domain;
  const { app, db } = fragile();
  const clock = { offsetMs: 0, now: () => new Date(Date.now() + clock.offsetMs) };
  const pages = createStatusPages({ ...app, clock });
  await pages.of(host);
  await isWritten(host);
  await changed(own);
  db.mode = 'broken';
  clock.offsetMs = 23 * 3_600_000;
  assert.equal((await pages.of(host))?.isKept, true);
  clock.offsetMs = 25 * 3_600_000;
  await assert.rejects(pages.of(host), /is broken/);
  clock.offsetMs = 23 * 3_600_000;
  await sweepKept({ config: app.config, clock });
  await access(fileOf(host));
  clock.offsetMs = 25 * 3_600_000;
  await sweepKept({ config: app.config, clock });
  await assert.rejects(access(fileOf(host)), { code: 'ENOENT' });
});

test('where one host fails, others still wait for the database; unknown hosts push out no page', async () => {
  const [own, other] = [await world(server), await world(server)];
  const { app, db } = fragile();
  const pages = createStatusPages(app);
  for (const { partner: each } of [own, other]) {
    await pages.of(each.domain);
    await isWritten(each.domain);
  }
  await changed(own);
  db.mode = 'broken';
  assert.equal((await pages.of(own.partner.domain))?.isKept, true);
  db.mode = 'well';
  assert.equal((await pages.of(other.partner.domain))?.isKept, false);
  db.mode = 'empty';
  for (let i = 0; i < 1100; i += 1) assert.equal(await pages.of(`host${i}.example`), null);
  await changed(own);
  await rm(fileOf(other.partner.domain), { force: true });
  db.mode = 'broken';
  assert.equal((await pages.of(other.partner.domain))?.isKept, true);
});

test('a kept file that is no page is none', async () => {
  const host = 'half.example';
  const file = fileOf(host);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, '{"half":');
  assert.equal(await keptIn(server.dataDir, host), null);
});

test(
  'the page stays while the database is gone, and is current once it is back',
  // PGlite runs in this process and cannot be ended alone.
  { skip: !process.env['TEST_DATABASE_URL'] },
  async () => {
    const own = await world(server);
    await reported(own.staff, { title: 'Slow sites' });
    await pageOf(own);
    await changed(own);
    const { rows } = (await server.db.execute(sql`select current_database() as name`)) as unknown as {
      rows: { name: string }[];
    };
    const name = pg.escapeIdentifier(rows[0]?.name ?? '');
    const admin = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await admin.connect();
    try {
      await admin.query(`alter database ${name} allow_connections false`);
      await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [rows[0]?.name]);
      const page = await pageNow(own);
      assert.match(page, NOTE);
      assert.match(page, /Slow sites/);
      assert.notEqual((await own.staff.get('/partner/incidents')).status, 200);
    } finally {
      await admin.query(`alter database ${name} allow_connections true`);
      await admin.end();
    }
    await pageOf(own);
  },
);
