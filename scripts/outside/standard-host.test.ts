import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from '@playwright/test';
import type { Partner, Registry } from '@panel/contract';
import { ROOT } from '../lib/paths.mjs';
import { codeOf } from './guide-code.ts';
import { emptyFolder, runNode } from './outside.ts';
import { startOutsidePanel, type OutsidePanel } from './outside-panel.ts';

/* A remote that a panel runs, in pages of another origin, of webpack with the standard plugin. */

const SOURCES = path.join(ROOT, 'scripts', 'outside', 'plain');
const REMOTE = path.join(ROOT, 'mf-help', 'dist');
const folder = emptyFolder();
let panel: OutsidePanel;
let server: Server;

/** The hosts' files at /, an empty page for each host, and the call that they pass on to the panel. */
async function answer(address: string): Promise<string | Buffer> {
  if (address === '/partner/whitelabel') return (await panel.customer.get(address)).text;
  const [, page] = /^\/(\w+)\.html$/.exec(address) ?? [];
  if (page) return `<!doctype html><meta charset="utf-8"><body><script src="/${page}.js"></script>`;
  return readFileSync(path.join(folder, path.basename(address)));
}

before(async () => {
  panel = await startOutsidePanel();
  const { remotes } = (await panel.customer.get('/platform/registry')).body as unknown as Registry;
  const help = remotes.find(({ manifest }) => manifest.id === 'mf-help');
  await runNode(SOURCES, ['build.ts', 'host', folder], {
    MF_HELP: `${panel.origin}${help?.base}mf-manifest.json`,
  });
  server = createServer(({ url = '/' }, response) => {
    const type = /\.(html|json|css)$/.exec(url)?.[1];
    const mime = { html: 'text/html', json: 'application/json', css: 'text/css' }[type ?? ''] ?? 'text/javascript';
    answer(url).then(
      (text) => response.setHeader('content-type', mime).end(text),
      () => response.writeHead(404).end(),
    );
  }).listen(0, '127.0.0.1');
});
after(async () => {
  await panel?.close();
  server?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(name: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await panel.newPage(panel.customer);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}.html`);
  return { page, complaints };
}

test('a remote has the manifest that standard hosts and tools read', () => {
  const manifest = JSON.parse(readFileSync(path.join(REMOTE, 'mf-manifest.json'), 'utf8')) as {
    name: string;
    metaData: { globalName: string; publicPath: string; remoteEntry: object };
    exposes: { path: string }[];
    shared: { name: string; version: string; requiredVersion: string; singleton: boolean }[];
  };
  assert.equal(manifest.name, 'mf_help');
  assert.equal(manifest.metaData.globalName, 'mf_help');
  assert.equal(manifest.metaData.publicPath, 'auto');
  assert.deepEqual(manifest.metaData.remoteEntry, { name: 'remoteEntry.js', path: '', type: 'global' });
  assert.deepEqual(
    manifest.exposes.map(({ path: expose }) => expose),
    ['./remote'],
  );
  const core = manifest.shared.find(({ name }) => name === '@panel/core');
  assert.equal(core?.singleton, true);
  assert.equal(core?.requiredVersion, `^${core?.version}`);
});

test('the guide has the code of this host, and shares the same modules', () => {
  const code = codeOf('module-federation.md');
  const fixture = (file: string) => readFileSync(path.join(SOURCES, file), 'utf8');
  const words = (text = '') => text.replace(/\/\*[^]*?\*\//, '').replaceAll(/\s/g, '');
  assert.equal(words(code.get('host/bootstrap.tsx')), words(fixture('host/bootstrap.tsx')));
  const shared = (text = '') => [...text.matchAll(/'?([@\w/-]+)'?: ONE\b/g)].map(([, name]) => name);
  assert.deepEqual(shared(code.get('host/webpack.config.mjs')), shared(fixture('host.config.ts')));
});

test('a page of the remote runs in a standard host, with the modules that the host shares', async () => {
  const { page, complaints } = await open('index');
  await page.getByRole('heading', { level: 1, name: 'Help center' }).waitFor();
  const { body } = await panel.customer.get<{ data: Partner }>('/partner/whitelabel');
  await page.getByText(`How to get things done with ${body.data.attributes.RESELLER_COMPANY_NAME}.`).waitFor();
  assert.deepEqual(complaints, []);
});

test('a host that does not share what the remote needs gets a numbered error that says what to do', async () => {
  const { page } = await open('bare');
  await page
    .getByText(
      /P401 This page does not share @panel\/\S+, which mf_help needs\. Add it to `shared` of the host, as a singleton\./,
    )
    .waitFor();
});
