import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { findLower } from '../limits/lower.ts';
import { worksAtLast } from '../process/probe.ts';
import { runCommand } from '../process/run-command.ts';
import { probeCommand, type Browser } from './browser-sandbox.ts';

/** The programs themselves: /usr/bin has a script, which needs a shell. */
const PLACES = [
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/usr/lib/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
];

/** Finds a Chromium that starts in our sandbox; null where there is none, or no bubblewrap. */
export async function findBrowser(): Promise<Browser | null> {
  const root = process.getuid?.() === 0;
  const lower = await findLower();
  for (const place of PLACES) {
    if (!(await isProgram(place))) continue;
    const browser: Browser = { path: place, root, lower };
    if (await worksAtLast((deadlineMs) => starts(browser, deadlineMs))) return browser;
  }
  return null;
}

const starts = (browser: Browser, deadlineMs: number): Promise<boolean> =>
  runCommand(probeCommand(browser), AbortSignal.timeout(deadlineMs)).then(
    ({ code }) => code === 0,
    () => false,
  );

const isProgram = (file: string): Promise<boolean> =>
  access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
