// On both databases: partner.repo.ts, notifications between processes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import pino from 'pino';
import { readConfig } from '../../src/config/config.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { openProcessEvents } from '../../src/start/process-events.ts';
import { createPartnerDirectory } from '../../src/modules/partner/partner-directory.ts';
import { createPostgresDatabase } from '../../src/testing/test-database.ts';
import { until } from '../../src/testing/index.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';
import { applyToPartner } from '../../src/modules/partner/partner-version.repo.ts';

const server = process.env['TEST_DATABASE_URL'];

/** The part of a process that caches partners; its clock is frozen, so nothing expires. */
async function openProcess(url: string) {
  const database = await openPostgres(url, { max: 2 });
  let purges = 0;
  const bus = await openProcessEvents(database, async () => (purges += 1), pino({ level: 'silent' }));
  const directory = createPartnerDirectory({ db: database.db, clock: { now: () => new Date('2026-11-21T12:00:00Z') } });
  const told = new EventTarget();
  bus.partners.onChange((id) => {
    directory.forget();
    told.dispatchEvent(new CustomEvent('changed', { detail: id }));
  });
  return {
    database,
    bus,
    directory,
    told,
    close: async () => {
      await bus.close();
      await database.close();
    },
  };
}

test(
  'a partner changed in one process is new in every other one, without delay',
  { skip: server ? false : 'needs PostgreSQL' },
  async () => {
    const { url, drop } = await createPostgresDatabase(server ?? readConfig({}).databaseUrl ?? '');
    const [here, there] = [await openProcess(url), await openProcess(url)];
    try {
      const partner = await scenarioRepo(here.database.db).partner({ attributes: { RESELLER_COMPANY_NAME: 'Before' } });
      for (const each of [here, there])
        assert.equal((await each.directory.ofHost(partner.domain))?.attributes.RESELLER_COMPANY_NAME, 'Before');
      const heard = once(there.told, 'changed');
      await applyToPartner(
        here.database.db,
        partner.id,
        { attributes: { RESELLER_COMPANY_NAME: 'After' } },
        new Date(),
      );
      await here.bus.partners.changed(partner.id);
      assert.equal((await here.directory.ofHost(partner.domain))?.attributes.RESELLER_COMPANY_NAME, 'After');
      const [event] = (await heard) as [CustomEvent<string>];
      assert.equal(event.detail, partner.id);
      assert.equal((await there.directory.ofHost(partner.domain))?.attributes.RESELLER_COMPANY_NAME, 'After');
    } finally {
      await here.close();
      await there.close();
      await drop();
    }
  },
);

test(
  'a purge of the cache reaches every process; one of many long addresses is a purge of everything',
  { skip: server ? false : 'needs PostgreSQL' },
  async () => {
    const { url, drop } = await createPostgresDatabase(server ?? readConfig({}).databaseUrl ?? '');
    const [here, there] = [await openProcess(url), await openProcess(url)];
    try {
      const purged = new Map<string, readonly string[]>();
      const purge = (siteId: string, addresses: readonly string[]) => void purged.set(siteId, addresses);
      there.bus.attach({ invalidate: () => undefined, purge, refresh: () => undefined });
      const long = Array.from({ length: 30 }, (_, index) => `/${index}${'ä'.repeat(1_000)}`);
      await Promise.all([here.bus.purge('one', ['/about']), here.bus.purge('two', long)]);
      // The messages go over several connections, in any order.
      await until('both are heard', () => Promise.resolve(purged.size === 2));
      assert.deepEqual([purged.get('one'), purged.get('two')], [['/about'], ['/*']]);
    } finally {
      await here.close();
      await there.close();
      await drop();
    }
  },
);
