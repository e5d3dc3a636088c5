import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { findLower } from '../limits/lower.ts';
import { runCommand } from '../process/run-command.ts';
import { probeCommand, type Browser } from './browser-sandbox.ts';

/** The programs themselves: /usr/bin has a script, which needs a shell. */
const PLACES = [
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/usr/lib/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
];
const PROBE_MS = 15_000;

/** Finds a Chromium that starts in our sandbox; null where there is none, or no bubblewrap. */
export async function findBrowser(): Promise<Browser | null> {
  const root = process.getuid?.() === 0;
  const lower = await findLower();
  for (const place of PLACES) {
    if (!(await isProgram(place))) continue;
    const browser: Browser = { path: place, root, lower };
    const tried = await runCommand(probeCommand(browser), AbortSignal.timeout(PROBE_MS)).catch(() => null);
    if (tried?.code === 0) return browser;
  }
  return null;
}

const isProgram = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
