import assert from 'node:assert/strict';
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { closeDataFolder } from '../../src/hosting/runtime/data-folder.ts';
import { mustOpen, sandboxMissing } from './sandbox-support.ts';
import type { Sandbox } from './sandbox-support.ts';

const root = process.getuid?.() === 0;

describe(
  'without a sandbox, a site’s user cannot read the panel’s data',
  { skip: (await sandboxMissing()) || (root ? false : 'only root gives each site a user of its own') },
  () => {
    let sandbox: Sandbox;
    before(async () => {
      sandbox = await mustOpen('off');
      const { dataDir } = sandbox;
      for (const folder of ['db/base', 'logs', 'keys', 'tests-of-somebody'])
        await mkdir(path.join(dataDir, folder), { recursive: true });
      for (const file of ['db/base/1', 'logs/panel.log', 'keys/release.pem', 'secret.key', 'panel.log', 'panel.lock'])
        await writeFile(path.join(dataDir, file), 'a secret of the panel');
      await closeDataFolder(dataDir);
    });
    after(() => sandbox.close());

    test('neither its database, keys, log and sockets nor the folders of another site, and cannot list them', async () => {
      const { dataDir } = sandbox;
      const neighbour = await sandbox.site('neighbour');
      await writeFile(path.join(neighbour.live, 'data', 'wordpress.sqlite'), 'a secret of the neighbour');
      const site = await sandbox.serve(await sandbox.site('hostile'));
      const answer = await site.run(`
      function panel_walk(string $folder): void {
        foreach ((array) @scandir($folder) as $name) {
          if (!is_string($name) || '.' === $name || '..' === $name) { continue; }
          echo "$folder/$name", is_dir("$folder/$name") ? '' : ' ' . @file_get_contents("$folder/$name", false, null, 0, 40), "\\n";
          if (is_dir("$folder/$name") && !is_link("$folder/$name")) { panel_walk("$folder/$name"); }
        }
      }
      foreach (json_decode('${JSON.stringify(['', '/db', '/db/base', '/logs', '/keys', '/run', '/sites', '/uploads', '/releases', '/sites/neighbour/live/data', '/sites/neighbour/live/public', '/sites/neighbour/tmp'].map((folder) => dataDir + folder))}') as $folder) { panel_walk($folder); }
      foreach (json_decode('${JSON.stringify(['/db/base/1', '/logs/panel.log', '/keys/release.pem', '/secret.key', '/panel.log', '/sites/neighbour/live/data/wordpress.sqlite', '/sites/neighbour/live/wp-config.php'].map((file) => dataDir + file))}') as $file) { echo json_encode(@file_get_contents($file)), ' '; }`);
      assert.equal(answer.status, 200);
      assert.equal(answer.body, 'false '.repeat(7));
    });

    test('existing data is closed at the start, and the panel keeps access to all of it', async () => {
      const { dataDir } = sandbox;
      assert.equal((await stat(dataDir)).mode & 0o777, 0o711);
      for (const name of await readdir(dataDir)) {
        if (name !== 'sites' && name !== 'runtime')
          assert.equal((await stat(path.join(dataDir, name))).mode & 0o077, 0, name);
      }
    });
  },
);
