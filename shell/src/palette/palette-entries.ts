import {
  decideAccess,
  fillPattern,
  findRoute,
  folded,
  menuEntries,
  routeTrail,
  type Declared,
  type Partner,
  type RouteMatch,
  type Site,
  type User,
  t,
} from '@panel/core';
import { iconOf } from '@panel/frame';
import type { IconName, SchemeChoice } from '@panel/ui';
import { cannotOpen, CREATE_SITE_PATH, healthLabel, overviewPath } from '@panel/resources/site';
import { SCHEMES } from '../chrome/schemes.ts';

/** Headings of the palette's results. */
export const GROUP_LABELS = {
  sites: t('Sites'),
  recent: t('Recent sites'),
  actions: t('Actions'),
  pages: t('Pages'),
} as const;
export type PaletteGroup = keyof typeof GROUP_LABELS;

export type PaletteEntry = {
  key: string;
  group: PaletteGroup;
  label: string;
  hint: string;
  icon: IconName;
  /** Other names, found but not shown. */
  keywords?: string;
} & ({ to: string; run?: undefined } | { to?: undefined; run: () => void });

const FLEET_WORDS = t('Fleet, bulk, PHP version, WordPress version, cache rules');

/** The specification calls it Logout and Log Out; users search for the words of other products. */
const KEYWORDS: Readonly<Record<string, string>> = {
  '/logout': t('Log out, sign out'),
  '/create-new-site': t('New site, add site'),
  '/fleet': FLEET_WORDS,
  '/admin/fleet': FLEET_WORDS,
};

type About = { manifests: readonly Declared[]; partner: Partner; viewer: User | null };

const trailText = (manifests: readonly Declared[], match: RouteMatch): string =>
  routeTrail(manifests, match)
    .slice(0, -1)
    .map((route) => route.title)
    .join(' / ');

/** Every page that the viewer can open without parameters, those of the menus first; without pages for visitors. */
export function pageEntries({ manifests, partner, viewer }: About): PaletteEntry[] {
  const seen = new Set<string>();
  const inMenus = new Set<string | undefined>(manifests.flatMap((manifest) => manifest.menu.map((entry) => entry.to)));
  const later = (entry: PaletteEntry) => Number(!inMenus.has(entry.to));
  const entries = manifests.flatMap((manifest) =>
    manifest.routes.flatMap((route): PaletteEntry[] => {
      if (route.path.includes(':') || route.path.includes('*') || route.unlisted) return [];
      if (route.layout === 'login' && route.path !== '/logout') return [];
      // A wizard starts at its first step.
      if (
        route.skeleton === 'wizard' &&
        manifest.routes.some(({ path, skeleton }) => skeleton === 'wizard' && route.path.startsWith(`${path}/`))
      )
        return [];
      if (decideAccess(route, partner, viewer) !== 'ok') return [];
      // Two addresses of one page are one entry.
      const page = `${manifest.id} ${route.page}`;
      if (seen.has(page)) return [];
      seen.add(page);
      const above = trailText(manifests, { remoteId: manifest.id, route, params: {} });
      const isAction = route.skeleton === 'wizard' || route.path === CREATE_SITE_PATH || route.path === '/logout';
      return [
        {
          key: route.path,
          group: isAction ? 'actions' : 'pages',
          label: route.title,
          hint: above,
          to: route.path,
          icon: route.path === '/logout' ? 'logout' : isAction ? 'plus' : 'arrow-right',
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
  const status = healthLabel(site);
  const { title, customer_name, customer_email } = site;
  const about = viewer?.role === 'customer' ? status : (customer_name ?? customer_email ?? status);
  return {
    key: `site ${site.infra_domain_id}`,
    group: 'sites',
    label: site.fqdn,
    // The server finds it by its title, too, so that must be seen, and count as a name.
    hint: [title, about].filter(Boolean).join(' · '),
    keywords: [title, customer_email].filter(Boolean).join(', ') || undefined,
    to,
    icon: 'sites',
  };
}

/** The pages and actions of a site, from its menu: "backup of shop" and "ssl shop" find them. */
export const siteTaskEntries = (
  { manifests, partner, viewer }: About,
  { site_id: id, fqdn }: { site_id: string; fqdn: string },
): PaletteEntry[] =>
  menuEntries(manifests, 'manage-site', partner, viewer)
    // A staging site's own entries open the same pages.
    .filter(({ to, sites }) => to.includes(':id') && sites !== 'staging')
    .map(({ label, to, panel, icon = '', words }) => ({
      key: `task ${id} ${label}`,
      group: 'actions',
      label,
      hint: fqdn,
      keywords: words,
      to: fillPattern(to, { id }) + (panel ? `?panel=${panel}` : ''),
      icon: iconOf(icon),
    }));

/** Actions that open no page: the colour scheme. */
export const schemeEntries = (choose: (choice: SchemeChoice) => void): PaletteEntry[] =>
  SCHEMES.map(({ choice, theme, icon }) => ({
    key: `scheme ${choice}`,
    group: 'actions',
    label: theme,
    hint: t('Appearance'),
    icon,
    keywords: t('Theme, colour scheme, color scheme'),
    run: () => choose(choice),
  }));

/** Lower case, with hyphens and dots as spaces: "my shop" finds my-shop. */
const plain = (text: string): string =>
  folded(text)
    .replace(/[-_.\s]+/g, ' ')
    .trim();

/** How well a name fits: it begins with the input, its words do, it has them; or not at all. */
function fitOf(name: string, typed: string): number {
  const words = typed.split(' ');
  if (name.startsWith(typed)) return 0;
  const named = name.split(' ');
  if (words.every((word) => named.some((one) => one.startsWith(word)))) return 1;
  return words.every((word) => name.includes(word)) ? 2 : 3;
}

/** Entries in which all typed words occur. Those whose own name fits come first, those found by their hint last. */
export function matchEntries(entries: readonly PaletteEntry[], input: string): PaletteEntry[] {
  const typed = plain(input);
  if (typed === '') return [...entries];
  const rank = ({ label, hint, keywords, to }: PaletteEntry): number | null => {
    // Enter after hasty typing must not sign out: that entry comes first only when it was clearly meant.
    if (to === '/logout' && typed.length < 3) return plain(label).includes(typed) ? 4 : null;
    const fit = Math.min(...[label, ...(keywords?.split(', ') ?? [])].map((name) => fitOf(plain(name), typed)));
    const all = plain(`${label} ${hint} ${keywords ?? ''}`);
    return fit < 3 || typed.split(' ').every((word) => all.includes(word)) ? fit : null;
  };
  return entries
    .flatMap((entry) => {
      const at = rank(entry);
      return at === null ? [] : [{ entry, at }];
    })
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}
