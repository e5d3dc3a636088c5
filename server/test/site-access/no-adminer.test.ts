import type { DatabaseAccess } from '@panel/contract';
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { findAdminer } from '../../src/hosting/runtime/find-adminer.ts';
import { createFastDriver } from '../../src/testing/fast-driver.ts';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { readySite, tenant } from '../site/site-support.ts';

let folder: string;
let server: TestServer;
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'panel-adminer-'));
  server = await startTestServer({
    hosting: async (dataDir) => {
      const driver = await createFastDriver(dataDir);
      return { ...driver, capabilities: () => ({ ...driver.capabilities(), databaseTool: false }) };
    },
  });
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

test('Adminer is found by its version: only 4 fits what extends it', async () => {
  const file = path.join(folder, 'adminer.php');
  assert.equal(await findAdminer(file), null);
  for (const [version, found] of [
    ['4.8.1', file],
    ['5.4.0', null],
  ] as const) {
    await writeFile(file, `<?php\n/** Adminer - Compact database management\n* @version ${version}\n*/`);
    assert.equal(await findAdminer(file), found);
  }
});

test('without it no database is offered, and a request to open one gets the reason', async () => {
  const own = await tenant(server);
  const { site_id, fqdn } = await readySite(own, 'plain');
  const { body } = await own.client.get<DatabaseAccess>(`/site/${site_id}/mysql`);
  assert.deepEqual(body, { available: false, access: null });
  const refused = await own.client.post('/site/mysql', { fqdn, period: 1 });
  assert.deepEqual([refused.status, refused.body['code']], [503, 'SITE_UNAVAILABLE']);
  assert.match(String(refused.body['message']), /^The database tool is not available on this server\./);
});
