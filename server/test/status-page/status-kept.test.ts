// On both databases: a table that is locked, connections that end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { statusIncident } from '../../src/db/schema.ts';
import { createStatusPages, keptIn } from '../../src/modules/status-page/kept-status.ts';
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

test('a kept file that is no page is none', async () => {
  const host = 'half.example';
  const file = path.join(server.dataDir, 'status-pages', `${createHash('sha256').update(host).digest('hex')}.json`);
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
