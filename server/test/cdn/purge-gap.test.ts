// On both databases: cache-generation.repo.ts, notifications that are lost.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import pino from 'pino';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { workload } from '../../src/db/schema.ts';
import { openProcessEvents } from '../../src/start/process-events.ts';
import { createGenerationCounter } from '../../src/modules/site/cache-generation.repo.ts';
import { startTestServer, until } from '../../src/testing/index.ts';
import { ask } from '../edge/edge-support.ts';
import { ended, newSite, tenant } from '../site/site-support.ts';

const cleanup: (() => Promise<unknown>)[] = [];
after(async () => {
  for (const step of cleanup.reverse()) await step();
});

test('a purge of a site', async (t) => {
  const server = await startTestServer();
  cleanup.push(server.stop);
  const own = await tenant(server);
  const made = await own.client.post('/site', newSite(own.fqdn('kept')));
  const id = (await ended(own.client, made.body['task_id'])).site_id ?? '';
  const settings = { file_type: [], default_cache_time: 43_200, is_stale: false, ignore_cache: true, qsh: true };
  assert.equal((await own.client.put(`/cdn/update/${id}`, { cache_settings: settings })).status, 200);
  const page = path.join(server.dataDir, 'sites', id, 'live/public/index.html');
  const get = () => ask(server.port, own.fqdn('kept'), { path: '/' });
  const isHit = async () => String((await get()).headers['cache-status']).startsWith('edge; hit');
  const keep = async (text: string): Promise<void> => {
    await writeFile(page, text);
    const purged = await own.client.post('/cdn/purge', { purge_settings: { fqdn: own.fqdn('kept'), urls: ['/*'] } });
    assert.equal(purged.status, 200, purged.text);
    await until('it is kept', isHit);
  };

  await t.test('is counted in its row', async () => {
    const next = createGenerationCounter(server.db);
    const before = await next(id);
    assert.equal(await next(id), before + 1);
    assert.equal(await next('00000000-0000-4000-8000-000000000000'), 0);
  });

  const url = process.env['TEST_DATABASE_URL'];
  await t.test(
    'that another process does while the connection for messages is away',
    { skip: !url && 'needs PostgreSQL' },
    async () => {
      await keep('old');
      const named = server.db
        .select({ name: sql<string>`current_database()` })
        .from(workload)
        .limit(1);
      const [{ name } = { name: '' }] = await named;
      const here = await openPostgres(Object.assign(new URL(url ?? ''), { pathname: `/${name}` }).href, { max: 1 });
      cleanup.push(() => here.close());
      const bus = await openProcessEvents(here, createGenerationCounter(here.db), pino({ level: 'silent' }));
      // A connection that exists before nobody can connect any more.
      const admin = new pg.Client({ connectionString: url });
      await admin.connect();
      cleanup.push(() => admin.end());
      const { self } = here;
      const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name = 'panel watch'`;
      const listening = async () => (await here.listeners('panel_edge')).filter((one) => one !== self);
      assert.equal((await listening()).length, 1);
      await admin.query(`alter database ${name} allow_connections false`);
      await admin.query(cut, [name]);
      await until('nobody listens', async () => (await listening()).length === 0);
      await writeFile(page, 'new');
      await bus.purge(id, ['/other']);
      await admin.query(`alter database ${name} allow_connections true`);
      await until('it listens again', async () => (await listening()).length === 1);
      await until('it has looked again', async () => (await get()).body === 'new');
      await bus.close();
    },
  );
});
