import {
  decideAccess,
  findRoute,
  routeTrail,
  type Declared,
  type Partner,
  type RouteMatch,
  type Site,
  type User,
} from '@panel/core';
import { cannotOpen, overviewPath, statusLabel } from '@panel/resources/site';

export type PaletteEntry = {
  key: string;
  label: string;
  hint: string;
  to: string;
  icon: 'file' | 'sites';
  /** Other names, found but not shown. */ keywords?: string;
};

/** The specification calls it Logout and Log Out; users search for the words of other products. */
const KEYWORDS: Readonly<Record<string, string>> = { '/logout': 'Log out, sign out' };

type About = { manifests: readonly Declared[]; partner: Partner; viewer: User | null };

const trailText = (manifests: readonly Declared[], match: RouteMatch): string =>
  routeTrail(manifests, match)
    .slice(0, -1)
    .map((route) => route.title)
    .join(' / ');

/** Every page that the viewer can open without parameters, those of the menus first; without pages for visitors. */
export function pageEntries({ manifests, partner, viewer }: About): PaletteEntry[] {
  const seen = new Set<string>();
  const inMenus = new Set(manifests.flatMap((manifest) => manifest.menu.map((entry) => entry.to)));
  const later = (entry: PaletteEntry) => Number(!inMenus.has(entry.to));
  const entries = manifests.flatMap((manifest) =>
    manifest.routes.flatMap((route): PaletteEntry[] => {
      if (route.path.includes(':') || route.path.includes('*') || route.unlisted) return [];
      if (route.layout === 'login' && route.path !== '/logout') return [];
      // A wizard starts at its first step.
      if (route.skeleton === 'wizard' && manifest.routes.some(({ path }) => route.path.startsWith(`${path}/`)))
        return [];
      if (decideAccess(route, partner, viewer) !== 'ok') return [];
      // Two addresses of one page are one entry.
      const page = `${manifest.id} ${route.page}`;
      if (seen.has(page)) return [];
      seen.add(page);
      const above = trailText(manifests, { remoteId: manifest.id, route, params: {} });
      return [
        {
          key: route.path,
          label: route.title,
          hint: above,
          to: route.path,
          icon: 'file',
          keywords: KEYWORDS[route.path],
        },
      ];
    }),
  );
  return entries.sort((a, b) => later(a) - later(b));
}

/** Target of a site: its overview, or its row in the viewer's list. */
export function siteEntry({ manifests, partner, viewer }: About, site: Site): PaletteEntry | null {
  const overview = site.site_id && !cannotOpen(site) ? overviewPath(site.site_id) : null;
  const page = overview && findRoute(manifests, overview);
  const list = viewer?.role === 'customer' ? '/sites' : '/admin/sites';
  const mayOpen = page && decideAccess(page.route, partner, viewer) === 'ok';
  const to = mayOpen ? overview : `${list}?q=${encodeURIComponent(site.fqdn)}`;
  if (!mayOpen && !findRoute(manifests, list)) return null;
  const status = statusLabel(site.status);
  return {
    key: `site ${site.infra_domain_id}`,
    label: site.fqdn,
    hint: viewer?.role === 'customer' ? status : (site.customer_email ?? status),
    to,
    icon: 'sites',
  };
}

/** All typed words occur in the name or the hint; names that begin with them come first. */
export function matchEntries(entries: readonly PaletteEntry[], typed: string): PaletteEntry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const found = entries.filter((entry) =>
    words.every((word) => `${entry.label} ${entry.hint} ${entry.keywords ?? ''}`.toLowerCase().includes(word)),
  );
  // Enter after hasty typing must not sign out: that entry comes first only when it was clearly meant.
  const hasty = (entry: PaletteEntry) => entry.to === '/logout' && (words[0] ?? '').length < 3;
  const begins = (entry: PaletteEntry) =>
    hasty(entry)
      ? 2
      : Number(
          ![entry.label, ...(entry.keywords?.split(', ') ?? [])].some((name) =>
            name.toLowerCase().startsWith(words[0] ?? ''),
          ),
        );
  return found.sort((a, b) => begins(a) - begins(b));
}
