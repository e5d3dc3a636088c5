import type { PanelContext } from './env.ts';

/** Host name of a `Host` header: lower case, without port and trailing dot; null when it is invalid. */
export function hostName(header: string | undefined): string | null {
  if (!header || header.length > 260) return null;
  const match = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)\.?(?::\d{1,5})?$/i.exec(header);
  return match?.[1] && !match[1].includes('..') ? match[1].toLowerCase() : null;
}

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
