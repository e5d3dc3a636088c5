import {
  decideAccess,
  folded,
  routeTrail,
  type Declared,
  type Partner,
  type RouteMatch,
  type User,
  t,
} from '@panel/core';
import type { IconName, SchemeChoice } from '@panel/ui';
import { CREATE_SITE_PATH } from '@panel/resources/site';
import { SCHEMES } from '../chrome/schemes.ts';

/** Headings of the palette's results. */
export const GROUP_LABELS = {
  sites: t('Sites'),
  apps: t('Applications'),
  customers: t('Customers'),
  recent: t('Opened last'),
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

export type About = { manifests: readonly Declared[]; partner: Partner; viewer: User | null };

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

/** Worse than every way in which a name can fit. */
const BY_HINT = 4;

/** Lower case, with hyphens and dots as spaces: "my shop" finds my-shop. */
const plain = (text: string): string =>
  folded(text)
    .replace(/[-_.\s]+/g, ' ')
    .trim();

/** How well a name fits: it is the input, begins with it, its words do, it has them; or not at all. */
function fitOf(name: string, typed: string): number {
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  const words = typed.split(' ');
  const named = name.split(' ');
  if (words.every((word) => named.some((one) => one.startsWith(word)))) return 2;
  return words.every((word) => name.includes(word)) ? 3 : BY_HINT;
}

/** How well an entry fits, the smaller the better: its own name before what it is found by besides. Null: not at all. */
function rankOf({ label, hint, keywords, to }: PaletteEntry, typed: string): number | null {
  // Enter after hasty typing must not sign out: that entry comes first only when it was clearly meant.
  if (to === '/logout' && typed.length < 3) return plain(label).includes(typed) ? BY_HINT + 1 : null;
  const fit = Math.min(...[label, ...(keywords?.split(', ') ?? [])].map((name) => fitOf(plain(name), typed)));
  const all = plain(`${label} ${hint} ${keywords ?? ''}`);
  return fit < BY_HINT || typed.split(' ').every((word) => all.includes(word)) ? fit : null;
}

/** Entries in which all typed words occur. Those whose own name fits come first, those found by their hint last. */
export function matchEntries(entries: readonly PaletteEntry[], input: string): PaletteEntry[] {
  const typed = plain(input);
  if (typed === '') return [...entries];
  return entries
    .flatMap((entry) => {
      const at = rankOf(entry, typed);
      return at === null ? [] : [{ entry, at }];
    })
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}

/**
 * Groups by the fit of their best entry, so that "Staging" opens the page of that name and not a site whose address
 * begins with it; equal ones as they are given. The entries of each group are ordered already.
 */
export function byFit(groups: readonly PaletteEntry[][], input: string): PaletteEntry[][] {
  const typed = plain(input);
  const filled = groups.filter((entries) => entries.length > 0);
  if (typed === '') return filled;
  const fit = ([best]: PaletteEntry[]): number => (best && rankOf(best, typed)) ?? BY_HINT;
  return filled.sort((a, b) => fit(a) - fit(b));
}
