import type { Site, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { findPrograms } from '../../src/db/embedded/programs.ts';
import { addressIn } from '../../src/db/embedded/settings.ts';
import { lastBackup } from '../../src/installation/last-backup.ts';
import { Client, startTestServer, until } from '../../src/testing/index.ts';
import { writeSiteFile } from '../backup/backup-support.ts';
import { newSite } from '../site/site-support.ts';
import { demoPanels } from '../tasks/demo-panel.ts';
import { startProcess, type PanelProcess } from '../tasks/process-support.ts';
import {
  backUpTo,
  configOf,
  inDatabase,
  PASSPHRASE,
  removeAll,
  restoreFrom,
  temporaryFolder,
} from './installation-support.ts';

const programs = findPrograms();
const skip = 'reason' in programs ? programs.reason : false;
const STATIC_SITES = path.join(import.meta.dirname, '../attack/static-panel-process.ts');
const FQDN = 'kept.aurora-sites.localhost';

/** Writes two rows a transaction until it is told to end. @returns how many */
async function writePairs(dataDir: string, ends: () => boolean): Promise<number> {
  const sockets = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[4] ?? '';
  const client = new pg.Client({ connectionString: addressIn(sockets.trim()) });
  await client.connect();
  let n = 0;
  for (; !ends(); n++)
    await client.query(
      `begin; insert into setting (key, value) values ('a-${n}', '1'); insert into setting (key, value) values ('b-${n}', '1'); commit`,
    );
  await client.end();
  return n;
}

test(
  'a running panel is backed up while rows are written; restored elsewhere, its site answers',
  { skip },
  async () => {
    const panels = await demoPanels('panel-running-', undefined, { EMBEDDED_DATABASE: 'postgres' });
    const [target, empty] = await Promise.all(['target', 'restored'].map(temporaryFolder));
    assert.ok(target && empty);
    const started: PanelProcess[] = [];
    after(async () => {
      for (const one of started) await one.kill('SIGTERM');
      await panels.close();
      await removeAll([target, empty]);
    });
    const { panel, client } = await panels.start();
    const made = await client.post('/site', newSite(FQDN));
    const site = await until('the site to be ready', async () => {
      const { body } = await client.get<Task>(`/site/check/${String(made.body['task_id'])}`);
      return body.status === 'succeeded' ? (await client.get<Site>(`/site/id/${body.site_id}`)).body : null;
    });
    await writeSiteFile(panels.dataDir, site.site_id ?? '', 'hello.txt', 'Still here');

    let rowsDone = false;
    const writing = writePairs(panels.dataDir, () => rowsDone);
    await backUpTo(target, configOf(panels.dataDir), { onProgress: (line) => void (rowsDone ||= line !== 'Database') });
    const written = await writing;
    assert.ok(written > 0);
    await panel.kill('SIGTERM');

    await restoreFrom(target, configOf(empty, { EMBEDDED_DATABASE: 'postgres' }));
    await inDatabase(configOf(empty), async (open) => {
      const count = async (like: string) =>
        (await open.query('select from setting where key like $1', [like])).rows.length;
      assert.equal(await count('a-%'), await count('b-%'));
      assert.ok((await count('a-%')) <= written);
    });
    const again = await startProcess(
      { DATA_DIR: empty, SEED: 'demo', PUBLIC_URL: 'http://localhost:8099' },
      STATIC_SITES,
    );
    started.push(again);
    assert.equal((await new Client(again.port, FQDN).get('/hello.txt')).text, 'Still here');
  },
);

test('a panel on PGlite makes backups itself, and refuses the command meanwhile', async () => {
  const [dataDir, target, empty] = await Promise.all(['own', 'target', 'restored'].map(temporaryFolder));
  assert.ok(dataDir && target && empty);
  const keyFile = path.join(target, 'passphrase');
  await writeFile(keyFile, `${PASSPHRASE}\n`);
  const place = path.join(target, 'backups');
  const server = await startTestServer({ dataDir, web: false, env: { BACKUP_TO: place, BACKUP_KEY_FILE: keyFile } });
  after(async () => {
    await server.stop();
    await removeAll([dataDir, target, empty]);
  });
  const partner = await server.scenario.partner();
  await until('the first backup', () => lastBackup(dataDir));
  await assert.rejects(backUpTo(place, configOf(dataDir)), /runs on PGlite.*BACKUP_TO/);
  await restoreFrom(place, configOf(empty));
  await inDatabase(configOf(empty), async (open) => {
    const { rows } = await open.query<{ id: string }>('select id from partner');
    assert.ok(rows.every(({ id }) => id === partner.id));
  });
});
