import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test } from 'node:test';
import pino from 'pino';
import { readConfig } from '../../src/config.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { openProcessEvents } from '../../src/process/process-events.ts';
import { createPartnerDirectory } from '../../src/modules/partner/partner-directory.ts';
import { until } from '../../src/testing/index.ts';
import { createPostgresDatabase } from '../../src/testing/test-database.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';
import { applyToPartner } from '../../src/modules/partner/partner-version.repo.ts';

const server = process.env['TEST_DATABASE_URL'];

/** The part of a process that caches partners; its clock is frozen, so nothing expires. */
async function openProcess(url: string) {
  const database = await openPostgres(url, { max: 2 });
  const stopped: string[] = [];
  const stop = async (siteId: string) => void stopped.push(siteId);
  const bus = await openProcessEvents(database, { stop }, pino({ level: 'silent' }));
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
    stopped,
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
  'a site is stopped in every process, also in those of other machines that have the same process id',
  { skip: server ? false : 'needs PostgreSQL' },
  async () => {
    const { url, drop } = await createPostgresDatabase(server ?? readConfig({}).databaseUrl ?? '');
    // Two processes in containers: each has the id that the other one has.
    const [here, there] = [await openProcess(url), await openProcess(url)];
    try {
      await here.bus.stopEverywhere('one');
      await until('the other to stop it', async () => there.stopped.includes('one'));
      // What comes after it shows that the message to itself was heard, too.
      const heard = once(here.told, 'changed');
      await there.bus.partners.changed(randomUUID());
      await heard;
      assert.deepEqual([here.stopped, there.stopped], [['one'], ['one']]);
    } finally {
      await here.close();
      await there.close();
      await drop();
    }
  },
);
