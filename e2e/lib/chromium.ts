import { findChromium } from '../../scripts/lib/chromium.mjs';

/**
 * The browser without a sandbox of its own (containers have none to give), silent in the background, and with every
 * name below `localhost` on this machine.
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

/** Path of a Chromium; throws with what to do when there is none. */
export function chromiumPath(): string {
  const found = findChromium();
  if (!found) throw new Error('No Chromium found. Install the package "chromium", or set CHROMIUM_PATH.');
  return found;
}
