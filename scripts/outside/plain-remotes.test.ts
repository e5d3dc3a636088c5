// Campaign: remotes of other build tools; remote-from-outside is in every run.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Build } from '@panel/contract/release';
import { ROOT } from '../lib/paths.mjs';
import { codeOf, packageCommands } from './guide-code.ts';
import { emptyFolder, PANEL_REMOTE, runNode } from './outside.ts';
import { startOutsidePanel, watchComplaints, type OutsidePanel } from './outside-panel.ts';
import { idOf, TOOLS, type Tool } from './plain/remote.ts';

/*
 * Remotes of plain webpack and Rspack, with the standard plugin in this version and another one, are published and used
 * by a customer.
 */

const SOURCES = path.join(ROOT, 'scripts', 'outside', 'plain');
const folder = emptyFolder();
const distOf = (tool: Tool): string => path.join(folder, tool);
let panel: OutsidePanel;

const publish = (tool: Tool, ...words: string[]) =>
  runNode(folder, [PANEL_REMOTE, 'publish', tool, '--to', panel.origin, ...words], panel.env);

before(async () => {
  [panel] = await Promise.all([
    startOutsidePanel(),
    ...TOOLS.map((tool) => runNode(SOURCES, ['build.ts', tool, distOf(tool)])),
  ]);
});
after(async () => {
  await panel?.close();
  rmSync(folder, { recursive: true, force: true });
});

for (const tool of TOOLS) {
  test(`a remote built with ${tool} is published, and a customer uses its page and its part`, async () => {
    assert.match(
      await publish(tool, '--promote'),
      new RegExp(
        `check {4}${idOf(tool)} [0-9a-f]{12} fits [^]*upload [^]*promote {2}${idOf(tool)}: stable was nothing`,
      ),
    );
    const page = await panel.newPage(panel.customer);
    const complaints = watchComplaints(page);
    await page.goto(`${panel.origin}/weather-${tool}`);
    await page.getByRole('button', { name: 'Days: 3' }).click();
    const title = page.getByRole('heading', { level: 1, name: 'Weather' });
    assert.equal(await title.evaluate((element) => getComputedStyle(element).color), 'rgb(1, 2, 3)');
    await page.getByRole('button', { name: 'Days: 4' }).waitFor();
    await page.getByRole('button', { name: 'Forecast' }).click();
    await page.getByText('Sunny for 4 days.').waitFor();
    await page.goto(panel.origin);
    await page.getByRole('region', { name: 'Weather of today' }).first().getByText('18 degrees').waitFor();
    assert.deepEqual(complaints, []);
    await page.context().close();
  });

  test(`${tool}: the release lists what it needs of the shell, and a hash for each file`, () => {
    const build = JSON.parse(readFileSync(path.join(distOf(tool), 'manifest.json'), 'utf8')) as Build;
    assert.equal(build.entry, 'remoteEntry.js');
    assert.match(build.needs.shared['react'] ?? '', /^\^19\./);
    assert.equal(build.needs.shared['zustand'], undefined, 'it has a copy of its own');
    assert.deepEqual(Object.keys(build.pages).sort(), ['weather', 'weather-card']);
    assert.ok(build.integrity['mf-manifest.json']);
    assert.equal(build.integrity['mf-stats.json'], undefined);
    for (const { files } of Object.values(build.pages))
      for (const file of files) assert.ok(build.integrity[file], file);
  });
}

test('the webpack configuration of the guide builds what a panel accepts, and a customer uses it', async () => {
  const guide = path.join(folder, 'guide');
  for (const [file, code] of codeOf('module-federation.md')) {
    mkdirSync(path.dirname(path.join(guide, file)), { recursive: true });
    writeFileSync(path.join(guide, file), code);
  }
  for (const command of packageCommands('module-federation.md'))
    execFileSync('npm', command, { cwd: guide, stdio: 'ignore' });
  symlinkSync(path.join(SOURCES, 'node_modules'), path.join(guide, 'node_modules'), 'dir');
  await runNode(guide, [path.join(SOURCES, 'build.ts'), 'webpack', 'dist', 'webpack.config.mjs']);
  await runNode(guide, [PANEL_REMOTE, 'publish', 'dist', '--promote', '--to', panel.origin], panel.env);
  const page = await panel.newPage(panel.customer);
  const complaints = watchComplaints(page);
  await page.goto(`${panel.origin}/weather`);
  await page.getByRole('heading', { level: 1, name: 'Weather' }).waitFor();
  await page.goto(panel.origin);
  await page.getByText('18 degrees, sunny').waitFor();
  assert.deepEqual(complaints, []);
});

test('a chunk that is not what was published does not run', async () => {
  const version = /check {4}mf-weather-webpack (\S+)/.exec(await publish('webpack', '--version', '9.9.9'))?.[1] ?? '';
  const stored = path.join(panel.dataDir, 'releases', 'mf-weather-webpack', version);
  const chunk = readdirSync(stored).find((file) => readFileSync(path.join(stored, file), 'utf8').includes('Sunny for'));
  assert.ok(chunk);
  for (const ending of ['.br', '.gz']) rmSync(path.join(stored, `${chunk}${ending}`), { force: true });
  const text = readFileSync(path.join(stored, chunk), 'utf8');
  writeFileSync(path.join(stored, chunk), text.replace('Sunny for', 'Rainy for'));
  await runNode(
    folder,
    [PANEL_REMOTE, 'registry', 'promote', 'mf-weather-webpack', version, '--to', panel.origin],
    panel.env,
  );
  const page = await panel.newPage(panel.customer);
  await page.goto(`${panel.origin}/weather-webpack`);
  await page.getByRole('button', { name: 'Forecast' }).click();
  await page.getByText('The forecast did not load.').waitFor();
});
