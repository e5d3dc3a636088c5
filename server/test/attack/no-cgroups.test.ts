import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hostingConfigFromEnv } from '../../src/hosting/hosting-config.ts';
import { findNodeRuntime } from '../../src/hosting/node/find-node-runtime.ts';
import { INSIDE_APP } from '../../src/hosting/node/jail.ts';
import { OWN_NODE } from '../../src/hosting/node/own-node.ts';
import { openSiteResources } from '../../src/hosting/limits/site-resources.ts';
import { installScripts } from '../../src/hosting/runtime/data-folder.ts';
import { createWasmRuntime } from '../../src/hosting/wasm/wasm-runtime.ts';
import { until } from '../hosting/hosting-support.ts';
import { bareSites, FREE, mustOpen, sandboxMissing, withoutCgroups } from './sandbox-support.ts';
import type { BareSite, Sandbox } from './sandbox-support.ts';

const MISSING = await sandboxMissing();
const LIMITS = { ...FREE, memoryMb: 192 };

for (const mode of ['auto', 'off'] as const) {
  describe(`where the panel may create no cgroups, sandbox ${mode}`, { skip: MISSING }, () => {
    let sandbox: Sandbox;
    let site: BareSite;
    let neighbour: BareSite;

    before(async () => {
      sandbox = await mustOpen(mode, false);
      site = await sandbox.serve(await sandbox.site('hostile'), { limits: LIMITS });
      neighbour = await sandbox.serve(await sandbox.site('neighbour'));
    });
    after(() => sandbox.close());

    test('no process of a site gets more memory than its plan allows, which is reported, and the site answers again', async () => {
      await site
        .run(
          `ini_set('memory_limit', '-1'); $taken = sys_get_temp_dir() . '/taken'; $all = array(); for ($i = 0; $i < 1500; $i++) { file_put_contents($taken, $i); $all[] = str_repeat('x', ${2 ** 20}); } file_put_contents($taken, 'all');`,
        )
        .catch(() => null);
      // PHP loses the process that served the request: at times the first one, which is the server.
      await until('the limit is reported', () => sandbox.hits.includes('memory'));
      await site.process.stop();
      site = await sandbox.serve(await sandbox.site('hostile'), { limits: LIMITS });
      const { body } = await site.run("echo file_get_contents(sys_get_temp_dir() . '/taken');");
      assert.ok(Number(body) > 32 && Number(body) < LIMITS.memoryMb, `${body} MB`);
      assert.equal((await neighbour.run('echo "well";')).body, 'well');
    });
  });
}

test('where the panel may create no cgroups, php-wasm starts within its limit, and survives a site that wants all memory', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-wasm-'));
  await chmod(dataDir, 0o711);
  const panelDir = await installScripts(dataDir, []);
  const resources = withoutCgroups(await openSiteResources(dataDir), dataDir);
  const runtime = await createWasmRuntime({ panelDir, dataDir, sandbox: 'auto', resources, note: () => undefined });
  const sites = bareSites(dataDir, runtime);
  t.after(async () => {
    await sites.stop();
    await resources.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const mount = await sites.site('hostile');
  const site = await sites.serve(mount);
  await site
    .run(`ini_set('memory_limit', '-1'); $all = array(); while (true) { $all[] = str_repeat('x', ${2 ** 20}); }`)
    .catch(() => null);
  await site.process.stop();
  const next = await sites.serve(mount);
  assert.equal((await next.run('echo "well";')).body, 'well');
});

test('where the panel may create no cgroups, programs of applications run, and one that wants all memory does not get it', async (t) => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'panel-node-'));
  await chmod(dataDir, 0o711);
  const app = path.join(dataDir, 'app');
  await mkdir(app);
  const panelDir = await installScripts(dataDir, []);
  const resources = withoutCgroups(await openSiteResources(dataDir), dataDir);
  t.after(async () => {
    await resources.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  const runtime = await findNodeRuntime({ config: hostingConfigFromEnv({}, dataDir), panelDir, resources });
  assert.equal(runtime.missing, null);
  const lines: string[] = [];
  const run = (program: string) =>
    runtime.run({
      ...{ siteId: 'hostile', tmp: path.join(dataDir, 'tmp'), cwd: INSIDE_APP.app, env: {}, network: 'none' },
      mounts: [
        { from: app, to: INSIDE_APP.app },
        { from: OWN_NODE, to: '/node' },
      ],
      argv: ['/node/bin/node', '-e', program],
      limits: LIMITS,
      output: { headBytes: 10_000, tailBytes: 10_000, secrets: [] },
      line: (text) => void lines.push(text),
      leftOut: () => undefined,
      signal: t.signal,
    });
  const greedy = await run('for (const all = []; ; ) console.log(all.push(Buffer.alloc(2 ** 25, 1)) * 32)');
  assert.notEqual(greedy.code, 0);
  const taken = Math.max(...lines.map(Number).filter((mb) => !Number.isNaN(mb)));
  // Of the room for what V8 reserves, some is left.
  assert.ok(taken >= 32 && taken < LIMITS.memoryMb + 256, `${taken} MB`);
});
