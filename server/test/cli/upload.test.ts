import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../src/testing/index.ts';
import { appTenant } from '../app/app-support.ts';
import { configFolder, shellOf } from './cli-support.ts';
import { zipOf } from '../extension/zip-support.ts';

let server: TestServer;
before(async () => void (server = await startTestServer()));
after(() => server.stop());

test('a file of a call is sent from the disk', async (t) => {
  const own = await appTenant(server);
  const panel = await shellOf(server, own);
  const file = path.join(await configFolder(t), 'my "page".zip');
  await writeFile(file, zipOf([{ name: 'index.html', content: '<h1>Mine</h1>' }]));
  const words = ['apps', 'manual-create', '--app', '{"fqdn":"zipped"}', '--manual-app-zip-file'];
  const created = await panel(...words, file, '--json');
  assert.equal(created.code, 0, created.stderr);
  const { build_id } = JSON.parse(created.stdout) as { build_id: string };
  await own.builtTo(build_id, 'success');
  const missing = await panel(...words, `${file}.not`);
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /^panel: --manual-app-zip-file: .+ cannot be read: /);
});
