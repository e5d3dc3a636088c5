import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from '@playwright/test';
import { until, type Client } from '@panel/server/testing';
import { ROOT } from '../lib/paths.mjs';
import { freePort } from '../../e2e/lib/server.ts';
import { binOf, emptyFolder, install, packAll, PACKED, runNode, startNode } from './outside.ts';
import { startOutsidePanel, type OutsidePanel } from './outside-panel.ts';

const folder = emptyFolder();
const remote = path.join(folder, 'mf-hello');
const PAGE = path.join(remote, 'src', 'features', 'hello', 'hello.page.tsx');
const CARD = path.join(remote, 'src', 'features', 'hello', 'hello-card.part.tsx');
let tarballs: string[];
let panel: OutsidePanel;

before(async () => {
  panel = await startOutsidePanel();
});
after(async () => {
  await panel?.close();
  rmSync(folder, { recursive: true, force: true });
});

const panelRemote = (...words: string[]) => runNode(remote, [binOf(remote), ...words], panel.env);

/** The dashboard's initial HTML: the shell's version, and the remotes. */
async function firstAnswer(): Promise<{ shell: string; html: string }> {
  const html = (await panel.customer.get('/', { accept: 'text/html' })).text;
  return { shell: /src="([^"]*shell[^"]*\.js)"/.exec(html)?.[1] ?? '', html };
}

test('the tarballs contain no tests, no paths of the packing machine, and ranges that an installer understands', async () => {
  const packed = path.join(folder, 'packed');
  mkdirSync(packed);
  tarballs = await packAll(packed);
  assert.equal(tarballs.length, PACKED.length);
  for (const tarball of tarballs) {
    const opened = mkdtempSync(path.join(folder, 'opened-'));
    execFileSync('tar', ['-xzf', tarball, '-C', opened, '--strip-components=1']);
    const files = readdirSync(opened, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    // The template's own test is one that the external team runs.
    const tests = files.filter(
      (file) =>
        /\.test\.|\/testing\/|\/test\//.test(file.slice(opened.length)) &&
        !file.startsWith(path.join(opened, 'template')),
    );
    assert.deepEqual(tests, [], tarball);
    const telling = files.filter(
      (file) => readFileSync(file, 'utf8').includes(ROOT) || /\.(?:map|tsbuildinfo)$/.test(file),
    );
    assert.deepEqual(telling, [], tarball);
    assert.doesNotMatch(
      readFileSync(path.join(opened, 'package.json'), 'utf8'),
      /"(?:workspace|catalog|file|link):/,
      tarball,
    );
  }
});

test('a team needs only four tarballs to create, check, test and build a remote in an empty folder', async () => {
  const tools = path.join(folder, 'tools');
  mkdirSync(tools);
  writeFileSync(path.join(tools, 'package.json'), '{}');
  install(tools, tarballs);
  assert.match(await runNode(folder, [binOf(tools), 'new', 'hello']), /Written: .*mf-hello/);
  install(remote, tarballs);
  assert.match(
    await panelRemote('check'),
    /mf-hello has a valid declaration: 1 routes, 1 menu entries, 1 parts for slots/,
  );
  await runNode(remote, [path.join(remote, 'node_modules', 'typescript', 'bin', 'tsc')]);
  await runNode(remote, ['--import', '@panel/federation/testing', '--test', 'src/**/*.test.tsx']);
  assert.match(await panelRemote('build'), /mf-hello [0-9a-f]{12} built/);
});

test('it is released to a running panel, without a new shell', async () => {
  const before = await firstAnswer();
  assert.notEqual(before.shell, '');
  assert.doesNotMatch(before.html, /mf-hello/);
  assert.match(await panelRemote('release', '--check', '--to', panel.origin), /check {4}mf-hello [0-9a-f]{12} fits/);
  assert.match(
    await panelRemote('release', '--promote', '--to', panel.origin),
    /promote {2}mf-hello: stable was nothing, is [0-9a-f]{12} now/,
  );
  const now = await firstAnswer();
  assert.equal(now.shell, before.shell);
  assert.match(now.html, /mf-hello/);
});

async function openPanel(user: Client): Promise<Page> {
  const page = await panel.newPage(user);
  await page.goto(panel.origin);
  return page;
}

test('a customer uses its part of the dashboard, its menu entry and its page', async () => {
  const page = await openPanel(panel.customer);
  const card = page.getByRole('region', { name: 'Hello' });
  await card.getByText('A card of another team.').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Hello', exact: true }).first().click();
  await page.getByRole('heading', { level: 1, name: 'Hello' }).waitFor();
  await page.getByText('You are signed in as jo@outside.example.').waitFor();
  await page.getByRole('region', { name: 'Recent activity' }).getByText('Nothing yet').waitFor();
  await page.goBack();
  await card.getByRole('link', { name: 'Open Hello' }).click();
  await page.waitForURL('**/hello');
});

test('staff run it from its sources in the running panel, with hot reload, until they leave', async (t) => {
  const port = String(await freePort());
  const words = [binOf(remote), 'dev', '--against', panel.origin];
  const { said, stop } = await startNode(remote, words, { REMOTE_PORT: port }, /override=\S+\n/);
  t.after(stop);
  await assert.rejects(
    runNode(remote, words, { REMOTE_PORT: port }),
    new RegExp(`Port ${port} of this machine is in use\\. Choose another with REMOTE_PORT`),
  );
  const page = await openPanel(panel.staff);
  await page.goto(/http\S+override=\S+/.exec(said())?.[0] ?? '');
  await page.getByRole('dialog').getByRole('button', { name: 'Use' }).click();
  const bar = page.getByRole('complementary', { name: 'Local override' });
  await bar.getByText(`mf-hello runs from http://localhost:${port}`).waitFor();
  await page.getByText('You are signed in as lee@outside.example.').waitFor();

  const source = readFileSync(PAGE, 'utf8');
  await page.evaluate(() => Object.assign(window, { same: true }));
  writeFileSync(PAGE, source.replace('You are signed in as', 'This was changed by'));
  await page.getByText('This was changed by lee@outside.example.').waitFor();
  assert.equal(await page.evaluate(() => (window as unknown as { same?: boolean }).same), true, 'without a new page');
  writeFileSync(PAGE, source.replace('const user', 'const user user'));
  await until('what does not compile', async () => /hello\.page\.tsx[^]*user user/.test(said()));
  await page.getByText('This was changed by lee@outside.example.').waitFor();
  writeFileSync(PAGE, source);
  await until('that it compiles', async () => said().includes('It compiles again.'));

  await bar.getByRole('button', { name: 'Leave' }).click();
  await bar.waitFor({ state: 'detached' });
  await page.goto(`${panel.origin}/hello`);
  await page.getByText('You are signed in as lee@outside.example.').waitFor();
});

test('a name that the shell does not offer is found at the build', async () => {
  const good = readFileSync(CARD, 'utf8');
  writeFileSync(
    CARD,
    good.replace('{ Card, Link }', '{ Card, Link, Hologram }').replace('A card of another team.', '<Hologram />'),
  );
  await assert.rejects(
    panelRemote('build'),
    /mf-hello needs what the shell does not offer:\n {2}- @panel\/ui \d+\.\d+\.\d+ lacks Hologram, which is needed/,
  );
  writeFileSync(CARD, good);
});
