import type { Query } from '@tanstack/react-query';
import { pageStorage, panelStore, queryClient, userAtom, type SiteOverview } from '@panel/core';
import { siteOverviewQuery } from '@panel/resources/site';

/** Site and name of the sites that the user opened last on this device, the newest first. */
type Recent = { site_id: string; fqdn: string };

const KEY = 'panel.recent-sites';
const MOST = 5;
/** The first part of every overview's key: the path of its call. */
const OVERVIEW = JSON.stringify(siteOverviewQuery('').queryKey[0]);

/** Anything on the page can write there. */
const isRecent = (row: Partial<Recent> | null): row is Recent =>
  typeof row?.site_id === 'string' && typeof row.fqdn === 'string';

/** The sites of this user; another one on the same device starts without. */
export function recentSites(userId: string | undefined): readonly Recent[] {
  try {
    const { user, sites } = JSON.parse(pageStorage.getItem(KEY) ?? '{}') as { user?: string; sites?: unknown };
    return user === userId && Array.isArray(sites) ? sites.filter(isRecent) : [];
  } catch {
    return [];
  }
}

/** Remembers each site whose page is open, until the site is gone. Returns the unsubscribe function. */
export function followRecentSites(): () => void {
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    const user = panelStore.get(userAtom);
    if (user?.role !== 'customer' || JSON.stringify(query.queryKey[0]) !== OVERVIEW) return;
    if (type === 'updated' || type === 'observerAdded') remember(user.id, query);
  });
}

function remember(user: string, query: Query): void {
  const { id: site_id } = (query.queryKey[1] as { input: { id: string } }).input;
  const site = (query.state.data as SiteOverview | undefined)?.site;
  const isGone = (query.state.error as { status?: number } | null)?.status === 404 || site?.status === 'moving';
  // A link under the pointer loads its page's answers as well, and opens nothing.
  const opened = site && query.isActive() ? [{ site_id, fqdn: site.fqdn }] : [];
  if (!isGone && opened.length === 0) return;
  const others = recentSites(user).filter((one) => one.site_id !== site_id);
  const sites = isGone ? others : [...opened, ...others].slice(0, MOST);
  pageStorage.setItem(KEY, JSON.stringify({ user, sites }));
}
