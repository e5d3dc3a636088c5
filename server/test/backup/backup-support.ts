import type { Backup, Page, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client, TestServer } from '../../src/testing/index.ts';
import { ended, readySite, tenant } from '../site/site-support.ts';

/** A file of a hosted site below its document root. */
export const siteFile = (dataDir: string, siteId: string, name: string): string =>
  path.join(dataDir, 'sites', siteId, 'live', 'public', name);

export async function writeSiteFile(dataDir: string, siteId: string, name: string, text: string): Promise<void> {
  const file = siteFile(dataDir, siteId, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}

export const readSiteFile = ({ dataDir }: Pick<TestServer, 'dataDir'>, siteId: string, name: string) =>
  readFile(siteFile(dataDir, siteId, name), 'utf8');

/** The stored archive of a backup. */
export const archiveOf = (dataDir: string, { id, site_id }: Pick<Backup, 'id' | 'site_id'>): string =>
  path.join(dataDir, 'backups', site_id, id, 'archive.tar.gz');

export const backupsOf = async (client: Client, siteId: string): Promise<Backup[]> =>
  (await client.get<Page<Backup>>(`/backup?site_id=${siteId}`)).body.pageElements;

export const backupById = async (client: Client, id: string): Promise<Backup> =>
  (await client.get<Backup>(`/backup/${id}`)).body;

/** Starts a task and waits for its end. */
export async function finished(client: Client, path: string, body: Record<string, unknown>): Promise<Task> {
  const started = await client.post(path, body);
  assert.equal(started.status, 200, started.text);
  return ended(client, started.body['task_id']);
}

/** A complete backup of a site. */
export async function backUp(client: Client, fqdn: string, name?: string): Promise<Backup> {
  const started = await client.post<{ id: string; task_id: string }>('/backup', { site_fqdn: fqdn, name });
  assert.equal(started.status, 200, started.text);
  const task = await ended(client, started.body.task_id);
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  return backupById(client, started.body.id);
}

/** A site with a page of its own, its backup, and a later change. */
export async function changedSite(server: TestServer, name: string) {
  const mine = await tenant(server);
  const site = await readySite(mine, name);
  const change = (text: string) => writeSiteFile(server.dataDir, site.site_id, 'page.html', text);
  const content = () => readSiteFile(server, site.site_id, 'page.html');
  await change('first');
  const backup = await backUp(mine.client, site.fqdn, 'First');
  await change('second');
  return { ...mine, site, backup, change, content };
}
