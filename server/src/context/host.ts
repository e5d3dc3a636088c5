import { hostName } from '../lib/host-name.ts';
import type { PanelContext } from './env.ts';

/**
 * The host of a request, or null when it is contradictory: two Host headers, or a request line with an absolute
 * address of another host. `X-Forwarded-Host` is never read: a proxy has to keep the Host header.
 */
export function requestedHost(c: PanelContext): string | null {
  const raw = c.env?.incoming?.rawHeaders;
  if (raw && raw.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length > 1) return null;
  const named = hostName(c.req.header('host') ?? new URL(c.req.url).host);
  return named !== null && named === hostName(new URL(c.req.url).host) ? named : null;
}
