import { panelStore, queryClient, userAtom, type Site, type SiteOverview } from '@panel/core';
import { siteOverviewQuery } from '@panel/resources/site';

/** Site and name of the sites that the user opened last on this device, the newest first. */
type Recent = Pick<Site, 'site_id' | 'fqdn'>;
type Kept = { user: string; sites: Recent[] };

const KEY = 'panel.recent-sites';
const MOST = 5;
/** The first part of every overview's key: the path of its call. */
const OVERVIEW = JSON.stringify(siteOverviewQuery('').queryKey[0]);

/** The sites of this user; another one on the same device starts without. */
export function recentSites(userId: string | undefined): readonly Recent[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null;
    return kept && kept.user === userId ? kept.sites : [];
  } catch {
    return [];
  }
}

function keep(user: string, sites: readonly Recent[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ user, sites: sites.slice(0, MOST) }));
  } catch {
    // Storage may be full or forbidden: then the palette shows no recent sites.
  }
}

/** Remembers each site whose page is opened, until it is gone. Returns the unsubscribe function. */
export function followRecentSites(): () => void {
  return queryClient.getQueryCache().subscribe(({ type, query }) => {
    const user = panelStore.get(userAtom);
    if (type !== 'updated' || user?.role !== 'customer' || JSON.stringify(query.queryKey[0]) !== OVERVIEW) return;
    const site = (query.state.data as SiteOverview | undefined)?.site;
    if (!site?.site_id) return;
    const others = recentSites(user.id).filter(({ site_id }) => site_id !== site.site_id);
    const isGone = (query.state.error as { status?: number } | null)?.status === 404 || site.status === 'moving';
    keep(user.id, isGone ? others : [{ site_id: site.site_id, fqdn: site.fqdn }, ...others]);
  });
}
