import { INSIDE, INSIDE_PORTS } from '../runtime/site-runtime.ts';
import type { SiteChannels } from '../runtime/site-runtime.ts';

const LOOPBACK = '127.0.0.1';
const PROXY = `${LOOPBACK}:${INSIDE_PORTS.egress}`;
const SMTP = `${LOOPBACK}:${INSIDE_PORTS.mail}`;

/** curl's environment variables for the proxy; empty without channels. */
export function networkEnvironment(channels: SiteChannels | undefined): Record<string, string> {
  if (channels === undefined) return {};
  return { http_proxy: `http://${PROXY}`, https_proxy: `http://${PROXY}`, no_proxy: LOOPBACK };
}

/**
 * The settings with which prepend.php makes PHP and WordPress use the proxy and the relay; disabled without channels.
 * @param panel where PHP finds our scripts
 */
export function networkSettings(channels: SiteChannels | undefined, panel: string): Record<string, string> {
  const prepend = { auto_prepend_file: `${panel}/prepend.php` };
  return channels === undefined ? prepend : { ...prepend, 'panel.proxy': PROXY, 'panel.smtp': SMTP };
}

/** The same for php-wasm, which tunnels every connection through the egress and therefore names no proxy. */
export const WASM_NETWORK_SETTINGS: Record<string, string> = {
  auto_prepend_file: `${INSIDE.panel}/prepend.php`,
  'panel.smtp': SMTP,
};
