import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from '@playwright/test';
import { until, type Client } from '@panel/server/testing';
import { freePort } from '../lib/free-port.mjs';
import { ROOT } from '../lib/paths.mjs';
import { writeRemote } from '../lib/remote-template.ts';
import { codeOf } from './guide-code.ts';
import { binOf, emptyFolder, install, packAll, PACKED, runNode, startScript } from './outside.ts';
import { startOutsidePanel, type OutsidePanel } from './outside-panel.ts';

const folder = emptyFolder();
const remote = path.join(folder, 'mf-hello');
const PAGE = path.join(remote, 'src', 'features', 'hello', 'hello.page.tsx');
/** Libraries of the guide's recipes. */
const LIBRARIES_OF_GUIDE = ['@emotion/cache', '@emotion/react', 'antd', 'react-select'];
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
const typesOf = (of: string) =>
  runNode(of, [path.join(of, 'node_modules', 'typescript', 'bin', 'tsc'), '--checkers', '1']);
const testsOf = (of: string) => runNode(of, ['--import', '@panel/federation/testing', '--test', 'src/**/*.test.tsx']);

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

test('a team needs only the tarballs to create, check, test and build a remote in an empty folder', async () => {
  const tools = path.join(folder, 'tools');
  mkdirSync(tools);
  writeFileSync(path.join(tools, 'package.json'), '{}');
  install(tools, tarballs);
  assert.match(await runNode(folder, [binOf(tools), 'new', 'hello']), /Written: .*mf-hello/);
  install(remote, tarballs);
  assert.match(await panelRemote('check'), /mf-hello has a valid declaration: 1 route, 1 menu entry, 1 part for slots/);
  await typesOf(remote);
  await testsOf(remote);
  assert.match(await panelRemote('build'), /mf-hello [0-9a-f]{12} built/);
  const plugin = `import('@panel/federation/plugin').then(({ PanelRemotePlugin }) => console.log(PanelRemotePlugin.name))`;
  assert.match(await runNode(remote, ['--eval', plugin]), /PanelRemotePlugin/);
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
  const script = ['dev', '--against', panel.origin];
  const { said, stop } = await startScript(remote, script, { REMOTE_PORT: port }, /override=\S+\n/);
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

test('code that throws while it is loaded has a number of its own, and staff see where it threw', async () => {
  const good = readFileSync(PAGE, 'utf8');
  writeFileSync(PAGE, `${good}\nif (Date.now() > 0) throw new Error('Broken while it loads.');\n`);
  const line = good.split('\n').length + 1;
  await panelRemote('release', '--promote', '--version', 'broken', '--to', panel.origin);
  const page = await panel.newPage(panel.customer);
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
  // The release before it replaces it.
  await page.goto(`${panel.origin}/hello`);
  await page.getByText('You are signed in as jo@outside.example.').waitFor();
  assert.match(logged.join('\n'), /Broken while it loads\./);
  const desk = await panel.newPage(panel.operator);
  await desk.goto(`${panel.origin}/admin/releases?panel=error&of=P209`);
  const failure = desk.getByRole('dialog').getByRole('listitem').filter({ hasText: 'hello: Broken while it loads.' });
  await failure.getByText(`at src/features/hello/hello.page.tsx:${line}:`).waitFor();
  writeFileSync(PAGE, good);
});

test('the code of the guides is that of the generator, or runs as it is written', async () => {
  const page = await panel.newPage(panel.customer);
  const ours = mkdtempSync(path.join(folder, 'ours-'));
  for (const [file, code] of codeOf('teams-and-remotes.md')) {
    const written = path.join(ours, file);
    if (!existsSync(written)) writeRemote(ours, path.dirname(file).split('/')[0]);
    const words = (text: string) => text.replaceAll(/[\s,]/g, '');
    assert.equal(words(readFileSync(written, 'utf8')), words(code), file);
  }
  assert.deepEqual([...codeOf('shell-api.md').keys()], []);

  await runNode(folder, [binOf(path.join(folder, 'tools')), 'new', 'notes']);
  const notes = path.join(folder, 'mf-notes');
  for (const [file, code] of codeOf('your-own-remote.md')) {
    mkdirSync(path.dirname(path.join(notes, file)), { recursive: true });
    writeFileSync(path.join(notes, file), code);
  }
  const declared = path.join(notes, 'package.json');
  const { dependencies, ...rest } = JSON.parse(readFileSync(declared, 'utf8')) as { dependencies: object };
  const libraries = Object.fromEntries(LIBRARIES_OF_GUIDE.map((name) => [name, '*']));
  writeFileSync(declared, JSON.stringify({ ...rest, dependencies: { ...dependencies, ...libraries } }));
  install(notes, tarballs);
  await typesOf(notes);
  await testsOf(notes);
  await runNode(notes, [binOf(notes), 'release', '--promote', '--to', panel.origin], panel.env);

  await page.goto(`${panel.origin}/notes/addresses`);
  await page.getByRole('row', { name: /shop\./ }).waitFor();
  await page.getByRole('searchbox', { name: 'Search addresses' }).fill('nothing');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByRole('button', { name: 'Address' }).click();
  await page.waitForURL('**/notes/addresses?orderBy=fqdn*');
  await page.goto(`${panel.origin}/notes/report`);
  const dial = page.getByRole('img', { name: '50 %' });
  await dial.waitFor();
  const painted = await dial.evaluate((canvas: HTMLCanvasElement) => {
    const [r, g, b] = canvas.getContext('2d')?.getImageData(1, 1, 1, 1).data ?? [];
    const accent = document.createElement('i');
    accent.style.color = 'var(--p-accent)';
    document.body.append(accent);
    return { pixel: `rgb(${r}, ${g}, ${b})`, accent: getComputedStyle(accent).color };
  });
  assert.equal(painted.pixel, painted.accent);
  await page.getByRole('textbox', { name: 'Start date' }).waitFor();
  const tooWide = () => document.documentElement.scrollWidth > innerWidth;
  assert.equal(await page.evaluate(tooWide), false, 'the page does not scroll sideways');
  await page.getByLabel('First name').fill('Ada');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Name saved.').waitFor();
});

test('a name that the shell does not offer is found at the build', async () => {
  const good = readFileSync(CARD, 'utf8');
  writeFileSync(
    CARD,
    good
      .replace('{ Card, Link }', '{ Card, Link, Hologram }')
      .replace("{t('A card of another team.')}", '<Hologram />'),
  );
  await assert.rejects(
    panelRemote('build'),
    /mf-hello needs what the shell does not offer:\n {2}- @panel\/ui \d+\.\d+\.\d+ lacks Hologram, which is needed/,
  );
  writeFileSync(CARD, good);
});
