import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { environment, NODE_24, ROOT } from './paths.mjs';
import { run } from './processes.mjs';
import { findProgram, installPackages } from './system-packages.mjs';

/** The one without windows comes first: journeys take two thirds of the time in it. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FOLDERS = [
  '/usr/bin',
  '/usr/local/bin',
  '/snap/bin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  '/Applications/Chromium.app/Contents/MacOS',
];

/** The Chromium that Playwright downloaded for its own version. */
function playwrightsOwn() {
  try {
    const require = createRequire(join(ROOT, 'e2e', 'package.json'));
    const path = require('playwright').chromium.executablePath();
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Path of a Chromium that can be started, or undefined. `CHROMIUM_PATH` decides when it is set. */
export function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  const own = playwrightsOwn();
  if (own) return own;
  for (const name of [...NAMES, 'Google Chrome', 'Chromium']) {
    const found = findProgram(name, FOLDERS);
    if (found) return found;
  }
  return undefined;
}

/** Installs one if that needs no confirmation: Playwright's download, or the system's package. */
export async function installChromium(onLine) {
  const cli = join(ROOT, 'e2e', 'node_modules', 'playwright', 'cli.js');
  if (existsSync(cli))
    await run(NODE_24, [cli, 'install', 'chromium'], { cwd: ROOT, env: environment(), onLine, timeoutMs: 5 * 60_000 });
  const downloaded = findChromium();
  if (downloaded) return downloaded;
  await installPackages(['chromium', 'fonts-liberation'], onLine);
  return findChromium();
}
