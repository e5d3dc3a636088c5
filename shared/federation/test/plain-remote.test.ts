import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { defineManifest } from '@panel/contract/manifest';
import type { Build } from '@panel/contract/release';
import type { WebpackPluginInstance } from 'webpack';
import { packageOf } from '../src/packages.ts';
import { PanelRemotePlugin } from '../src/plugin.ts';
import { runWebpack } from '../src/run-webpack.ts';

/* What the plugin for remotes of plain webpack refuses, and why. Running ones are in scripts/outside. */

type Federation = ConstructorParameters<typeof ModuleFederationPlugin>[0];

const SHARED = { react: { singleton: true } };
const manifest = defineManifest({
  id: 'mf-plain',
  name: 'Plain',
  routes: [{ path: '/plain', page: 'home', title: 'Plain', audience: 'customer', layout: 'default' }],
  menu: [],
});

async function build(
  t: TestContext,
  { publicPath = 'auto', ...options }: Partial<Federation> & { publicPath?: string },
  more: object[] = [],
): Promise<Build> {
  const folder = mkdtempSync(join(tmpdir(), 'panel-plain-'));
  t.after(() => rmSync(folder, { recursive: true }));
  symlinkSync(join(packageOf('mf-help').folder, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"dependencies":{"react":"^19.0.0"}}');
  writeFileSync(join(folder, 'home.js'), `import { useState } from 'react';\nexport default () => useState(0)[0];\n`);
  const federation = { name: 'mf_plain', filename: 'remoteEntry.js', exposes: { './home': './home.js' }, dts: false };
  await runWebpack({
    mode: 'production',
    context: folder,
    entry: {},
    optimization: { minimize: false },
    output: { path: join(folder, 'dist'), publicPath },
    plugins: [
      new ModuleFederationPlugin({ ...federation, ...options }) as unknown as WebpackPluginInstance,
      new PanelRemotePlugin({ manifest }),
      ...(more as WebpackPluginInstance[]),
    ],
    stats: 'none',
    infrastructureLogging: { level: 'none' },
  });
  return JSON.parse(readFileSync(join(folder, 'dist', 'manifest.json'), 'utf8')) as Build;
}

test('a page is a module that the remote exposes, and a range is what the plugin reads from package.json', async (t) => {
  const { container, entry, pages, needs } = await build(t, { shared: SHARED });
  assert.deepEqual({ container, entry }, { container: 'mf_plain', entry: 'remoteEntry.js' });
  assert.equal(pages['home']?.files.length, 1);
  assert.equal(needs.shared['react'], '^19.0.0');
  assert.deepEqual(needs.exports['react'], ['useState']);
});

test('a shared module without a required version fits any version', async (t) => {
  const { needs } = await build(t, { shared: { react: { singleton: true, requiredVersion: false } } });
  assert.equal(needs.shared['react'], '*');
});

test('everything that keeps a remote from running in the panel is reported at once', async (t) => {
  const options = {
    name: 'weather',
    exposes: { './Home': './home.js' },
    remotes: { other: 'other@https://elsewhere.example/mf-manifest.json' },
    publicPath: 'https://cdn.example/',
    shared: SHARED,
  };
  await assert.rejects(build(t, options), (error: Error) => {
    assert.match(error.message, /mf-plain cannot run in the panel:/);
    assert.match(error.message, /has the name weather\. Set name: 'mf_plain'\./);
    assert.match(error.message, /output\.publicPath is "https:\/\/cdn\.example\/"\. Set 'auto'\./);
    assert.match(error.message, /It loads the remote other\. In the panel, remotes meet in slots and links only\./);
    assert.match(error.message, /The manifest names "home", but ModuleFederationPlugin exposes no '\.\/home'\./);
    return true;
  });
});

test('a remote with a React of its own is refused', async (t) => {
  await assert.rejects(
    build(t, {}),
    /mf-plain contains a copy of React, and the page has one already\. Share it: shared/,
  );
});

test('a build without the standard manifest is refused', async (t) => {
  await assert.rejects(build(t, { manifest: false, shared: SHARED }), /mf-manifest\.json is missing in .*dist\. Use/);
});

test('styles that load without a hash are refused', async (t) => {
  class MiniCssExtractPlugin {
    apply(): void {}
  }
  await assert.rejects(
    build(t, { shared: SHARED }, [new MiniCssExtractPlugin()]),
    /MiniCssExtractPlugin loads styles without their hash\. Use experiments: \{ css: true \} instead\./,
  );
});
