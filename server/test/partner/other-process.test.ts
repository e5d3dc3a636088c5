// On both databases: partner.repo.ts, notifications between processes.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import pino from 'pino';
import { readConfig } from '../../src/config.ts';
import { openPostgres } from '../../src/db/open-postgres.ts';
import { openProcessEvents } from '../../src/process/process-events.ts';
import { createPartnerDirectory } from '../../src/modules/partner/partner-directory.ts';
import { createPostgresDatabase } from '../../src/testing/test-database.ts';
import { until } from '../../src/testing/index.ts';
import { scenarioRepo } from '../../src/testing/scenario.repo.ts';
import { startContained, withoutNamespaces } from '../lib/pid-namespace.ts';
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
      assert.deepEqual(there.stopped, ['one']);
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

test(
  'a purge of the cache reaches every process; one of many long addresses is a purge of everything',
  { skip: server ? false : 'needs PostgreSQL' },
  async () => {
    const { url, drop } = await createPostgresDatabase(server ?? readConfig({}).databaseUrl ?? '');
    const [here, there] = [await openProcess(url), await openProcess(url)];
    try {
      const purged = new Map<string, readonly string[]>();
      const purge = (siteId: string, addresses: readonly string[]) => void purged.set(siteId, addresses);
      there.bus.attach({ invalidate: () => undefined, purge });
      const long = Array.from({ length: 30 }, (_, index) => `/${index}${'ä'.repeat(1_000)}`);
      here.bus.purge('one', ['/about']);
      here.bus.purge('two', long);
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

/** A process with a site. After `go` on its input it stops the site and writes a file; `stop` stops the site everywhere. */
const PROCESS = `
  import { existsSync, writeFileSync } from 'node:fs';
  import { createInterface } from 'node:readline';
  import pino from ${JSON.stringify(import.meta.resolve('pino'))};
  import { openPostgres } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../src/db/open-postgres.ts'))};
  import { openProcessEvents } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../src/process/process-events.ts'))};
  const { URL: url, MARK: mark } = process.env;
  let go;
  const told = new Promise((resolve) => (go = resolve));
  const stop = async () => {
    if (!mark) return;
    console.log('stopping');
    await told;
    writeFileSync(mark, '');
  };
  const bus = await openProcessEvents(await openPostgres(url, { max: 2 }), { stop }, pino({ level: 'silent' }));
  console.log(process.pid);
  createInterface({ input: process.stdin }).on('line', async (line) => {
    if (line === 'go') return go();
    if (line === 'ping') return console.log('pong');
    await bus.stopEverywhere('one').then(
      () => console.log('stopped ' + existsSync(line.slice(5))),
      (error) => console.log(error.message),
    );
  });
`;

test(
  'a stop waits for processes in other containers, until each has stopped the site or has ended',
  { skip: withoutNamespaces || (server ? false : 'needs PostgreSQL') },
  async (t) => {
    const { url, drop } = await createPostgresDatabase(server ?? '');
    const mark = path.join(tmpdir(), `stopped-${randomUUID()}`);
    const start = (env: Record<string, string>) => startContained(t, PROCESS, { URL: url, ...env });
    const [asking, slow, dying] = [start({}), start({ MARK: mark }), start({ MARK: `${mark}-2` })];
    try {
      for (const each of [asking, slow, dying]) assert.equal(await each.line(), '1');
      asking.say(`stop ${mark}`);
      for (const each of [slow, dying]) assert.equal(await each.line(), 'stopping');
      await dying.kill();
      asking.say('ping');
      assert.equal(await asking.line(), 'pong', 'it still waits');
      slow.say('go');
      assert.equal(await asking.line(), 'stopped true');
    } finally {
      for (const each of [asking, slow, dying]) await each.kill();
      await rm(mark, { force: true });
      await drop();
    }
  },
);
