import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../e2e/lib/chromium.ts';
import { findTemplate, listTemplates, type Template } from '../server/src/hosting/builds/templates.ts';
import { freePort } from './lib/free-port.mjs';
import { endAll, endWithSignals, run, start } from './lib/processes.mjs';

/*
 * npm run pictures:templates -- [id …]
 * Takes the picture of each template while it runs, for the page of new applications. Shipped output is shown as it is; a
 * server is installed from its lock file, built and started here.
 */

const VIEWPORT = { width: 640, height: 400 } as const;
const READY_MS = 30_000;

async function command(cwd: string, args: readonly string[]): Promise<void> {
  const { code, output } = await run('npm', args, { cwd });
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}:\n${output}`);
}

/** Waits until a server answers. @throws Error when it does not */
async function answering(address: string): Promise<void> {
  const end = Date.now() + READY_MS;
  while (!(await fetch(address).catch(() => null))?.ok) {
    if (Date.now() > end) throw new Error(`${address} does not answer.`);
    await wait(100);
  }
}

async function openFiles(page: Page, release: string): Promise<void> {
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    // As a back end without data answers.
    if (pathname.startsWith('/api/')) return route.fulfill({ json: [] });
    await route.fulfill({ path: path.join(release, pathname.endsWith('/') ? `${pathname}index.html` : pathname) });
  });
  await page.goto('http://template.localhost/');
}

async function openServer(page: Page, { app }: Template, folder: string): Promise<void> {
  await cp(app, folder, { recursive: true });
  await command(folder, ['ci', '--no-audit', '--no-fund']);
  await command(folder, ['run', 'build', '--if-present']);
  const port = await freePort();
  start('npm', ['start'], { cwd: folder, env: { ...process.env, PORT: String(port), NODE_ENV: 'production' } });
  const address = `http://127.0.0.1:${port}/`;
  await answering(address);
  await page.goto(address);
}

async function takePicture(page: Page, template: Template): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'panel-template-'));
  try {
    if (template.release === null) await openServer(page, template, folder);
    else await openFiles(page, template.release);
    await page.waitForLoadState('networkidle');
    const file = path.join(path.dirname(template.app), 'picture.png');
    await writeFile(file, await page.screenshot());
    console.log(`${template.id}: ${Math.ceil((await readFile(file)).length / 1024)} KB`);
  } finally {
    await endAll();
    await rm(folder, { recursive: true, force: true });
  }
}

endWithSignals();
const ids = process.argv.slice(2);
const all = (await listTemplates(null)).map(({ id }) => id);
const browser = await chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGUMENTS });
try {
  for (const id of ids.length > 0 ? ids : all) {
    const page = await browser.newPage({ viewport: VIEWPORT, colorScheme: 'light' });
    await takePicture(page, await findTemplate(id));
    await page.close();
  }
} finally {
  await browser.close();
}
