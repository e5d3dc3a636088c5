// On both databases: a migration of existing rows.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../src/config/config.ts';
import { MIGRATIONS_FOLDER } from '../../src/db/migrate.ts';
import { openTestDatabase } from '../../src/testing/test-database.ts';

const statements = (file: string): string[] =>
  readFileSync(path.join(MIGRATIONS_FOLDER, file), 'utf8').split('--> statement-breakpoint');

test('existing tasks become tasks on sites; the open one still excludes another, and waits for its owner', async () => {
  const { database, drop } = await openTestDatabase(readConfig({}).cacheDir);
  try {
    await database.query('drop schema public cascade');
    await database.query('create schema public');
    const files = readdirSync(MIGRATIONS_FOLDER)
      .filter((name) => name.endsWith('.sql'))
      .sort();
    const own = files.findIndex((name) => name.endsWith('_task_resource.sql'));
    const run = async (names: string[]) => {
      for (const name of names) for (const statement of statements(name)) await database.query(statement);
    };
    await run(files.slice(0, own));
    const { rows: partners } = await database.query<{ id: string }>(
      `insert into partner (slug, name, domain, sites_domain, support_email) values ('p', 'P', 'p.localhost', 'p-sites.localhost', 'a@b.co') returning id`,
    );
    const partner = partners[0]?.id;
    const site = 'f0000000-0000-4000-8000-000000000001';
    const add = (siteId: string | null, fqdn: string | null, status: string) =>
      database.query(
        `insert into task (partner_id, customer_id, kind, site_id, fqdn, status) values ($1, 'f0000000-0000-4000-8000-00000000000c', 'site.create', $2, $3, $4)`,
        [partner, siteId, fqdn, status],
      );
    await add(site, 'blog.p-sites.localhost', 'succeeded');
    await add(site, 'blog.p-sites.localhost', 'running');
    await add(null, null, 'failed');

    await run(files.slice(own));
    const { rows } = await database.query<Record<string, string>>(
      'select resource, resource_id, title, status, id, owner_id from task order by status',
    );
    assert.deepEqual(
      rows.map(({ resource, resource_id, title, status }) => [resource, resource_id === site, title, status]),
      [
        ['site', false, '', 'failed'],
        ['site', true, 'blog.p-sites.localhost', 'running'],
        ['site', true, 'blog.p-sites.localhost', 'succeeded'],
      ],
    );
    assert.ok(rows.every(({ owner_id }) => owner_id === 'f0000000-0000-4000-8000-00000000000c'));
    await assert.rejects(
      database.query(
        `insert into task (partner_id, kind, resource, resource_id, title) values ($1, 'site.rename', 'site', $2, '')`,
        [partner, site],
      ),
      /task_one_per_resource/,
    );
  } finally {
    await database.close();
    await drop();
  }
});
