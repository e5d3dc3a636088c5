import type { EdgeSite } from './edge-types.ts';

/** The address as it was sent: an encoded one is not that of an interface. */
const API = /^\/api(?:[/?]|$)/;

/**
 * What answers a request: the back end of a full-stack application for all below `/api`, otherwise the site itself. The back end
 * gets the whole address, and the host, the password and the encryption are those of the site.
 */
export function answering(site: EdgeSite, url = '/'): EdgeSite {
  if (!site.backend || !API.test(url)) return site;
  const { cache: _cache, backend, ...rest } = site;
  return { ...rest, ...backend };
}

/** What a host serves now that was served to somebody as `earlier`; null when it no longer does. */
export function stillServed(now: EdgeSite | null, earlier: Pick<EdgeSite, 'siteId'>): EdgeSite | null {
  if (now === null || now.siteId === earlier.siteId) return now;
  return now.backend?.siteId === earlier.siteId ? answering(now, '/api') : null;
}
