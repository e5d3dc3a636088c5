import { INSIDE, INSIDE_PORTS } from '../runtime/site-runtime.ts';
import type { SiteChannels } from '../runtime/site-runtime.ts';

const LOOPBACK = '127.0.0.1';
const PROXY = `${LOOPBACK}:${INSIDE_PORTS.egress}`;
const SMTP = `${LOOPBACK}:${INSIDE_PORTS.mail}`;

/** What curl reads of the way out. Nothing without channels. */
export function networkEnvironment(channels: SiteChannels | undefined): Record<string, string> {
  if (channels === undefined) return {};
  return { http_proxy: `http://${PROXY}`, https_proxy: `http://${PROXY}`, no_proxy: LOOPBACK };
}

/**
 * The settings by which prepend.php makes PHP and WordPress use the proxy and the relay; without channels it does not.
 * @param panel where PHP finds our scripts
 */
export function networkSettings(channels: SiteChannels | undefined, panel: string): Record<string, string> {
  const prepend = { auto_prepend_file: `${panel}/prepend.php` };
  return channels === undefined ? prepend : { ...prepend, 'panel.proxy': PROXY, 'panel.smtp': SMTP };
}

/** The same for php-wasm, whose every connection is a tunnel through the egress, so that no proxy is named. */
export const WASM_NETWORK_SETTINGS: Record<string, string> = {
  auto_prepend_file: `${INSIDE.panel}/prepend.php`,
  'panel.smtp': SMTP,
};
