import { findChromium } from '../../scripts/lib/chromium.mjs';

/**
 * Chromium without its sandbox (not available in containers), without background traffic, and with every name below
 * `localhost` resolved to this machine.
 */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--host-resolver-rules=MAP *.localhost 127.0.0.1, MAP localhost 127.0.0.1',
];

/**
 * Path of a Chromium.
 * @throws Error that says what to do when there is none
 */
export function chromiumPath(): string {
  const found = findChromium();
  if (!found) throw new Error('No Chromium found. Install the package "chromium", or set CHROMIUM_PATH.');
  return found;
}
