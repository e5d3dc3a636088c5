import { decideAccess, menuEntries, type Declared } from '@panel/contract/access';
import { fillPattern, findRoute, routeTrail, type RouteMatch } from '@panel/contract/routing';
import { CMS_TYPES } from '@panel/contract/status';
import { brandOf, documentTitle, initialsOf } from '@panel/brand';
import type { Layout, MenuEntry } from '@panel/contract/manifest';
import type { AnnouncementBanner, Partner, Role } from '@panel/contract';
import { SOURCE_LANGUAGE, type Language } from '@panel/contract/languages';
import { bannerOf, type FrameBanner } from './banner.ts';
import { FRAME_SHAPES, type FrameShape } from './frame-shape.ts';
import { supportLinks, type SupportLink } from './support-links.ts';
import { t, type Say } from './words.ts';

export type FrameLink = {
  label: string;
  to: string;
  icon: string | null;
  current: boolean;
  /** Which total the browser shows beside the label. */
  count?: MenuEntry['count'];
  /** Indented below the entry before it. */
  submenu?: boolean;
  /** Heading of its group. */
  group?: string;
  /** Apart from the entries before it. */
  apart?: boolean;
};
export type FrameViewer = {
  role: Role;
  email: string;
  firstname?: string;
  lastname?: string;
  is_abuse_system?: boolean;
  acting?: unknown;
} | null;

/** Everything that the frame shows around a page, as data. */
export type FrameModel = {
  path: string;
  language: Language;
  layout: Layout;
  shape: FrameShape;
  company: string;
  domain: string;
  logo: string;
  /** The small logo, beside the company's name; the full logo already contains the name. */
  mark: string;
  slogan: string;
  /** A short text about the panel beside the sign-in, where other ways to sign in are on (spec §2). */
  blurb: string | null;
  /** Target of the logo (spec §2). */
  home: string;
  email: string | null;
  /** Where there is no picture of the user (spec §3). */
  initials: string;
  sections: FrameLink[];
  support: SupportLink[];
  profile: FrameLink[];
  side: { label: string; back: FrameLink | null; links: FrameLink[]; account: boolean } | null;
  trail: { title: string; to: string | null }[];
  /** At most one per page (ux: States). */
  banner: FrameBanner | null;
  /** Title of the page, and of the browser tab. */
  title: string;
  documentTitle: string;
};

export type FrameInput = {
  manifests: readonly Declared[];
  partner: Partner;
  viewer: FrameViewer;
  path: string;
  /** Whether the viewer has a site; the initial HTML and pages that read it know. */
  hasSites?: boolean;
  /** The most urgent announcement that the viewer has not closed. */
  announcement?: AnnouncementBanner | null;
  /** The site that the page manages, once it is known. */
  site?: { type: string; isStage: boolean };
  /** The application that the page manages, once it is known. */
  app?: { type: 'manual' | 'fullstack' | 'frontend' };
  /** English unless given. */
  language?: Language;
  say?: Say;
};

const below = (path: string, link: string): boolean => path === link || (link !== '/' && path.startsWith(`${link}/`));

/** Until the site is known, the menu is that of most sites: a live one with a content system. */
function fitsSite({ sites }: MenuEntry, { site = { type: 'wordpress', isStage: false } }: FrameInput): boolean {
  if (sites === undefined) return true;
  return sites === 'cms' ? CMS_TYPES.includes(site.type) : site.isStage === (sites === 'staging');
}

/** Until the application is known, the menu is that of most: one that is built. */
function fitsApp({ apps }: MenuEntry, { app = { type: 'frontend' } }: FrameInput): boolean {
  if (apps === undefined) return true;
  return apps === 'built' ? app.type !== 'manual' : app.type === apps;
}

/** Two addresses can have one page, such as / and /dashboard. Names of pages are unique within a remote only. */
const isSamePage = (one: RouteMatch | null, other: RouteMatch | null): boolean =>
  one !== null && one.remoteId === other?.remoteId && one.route.page === other.route.page;

type Leaf = { entry: MenuEntry; to: string; score: number };

/** Menu entries as links; the current one is the one with the longest matching prefix. */
function linksOf(menu: MenuEntry['menu'], input: FrameInput, match: RouteMatch | null): FrameLink[] {
  const leaves = menuEntries(input.manifests, menu, input.partner, input.viewer).map((entry): Leaf => {
    const to = fillPattern(entry.to, match?.params ?? {});
    const samePage = isSamePage(findRoute(input.manifests, to), match);
    // What opens a panel is an action, and never the current page.
    const score = below(input.path, to) ? to.length + 1 : samePage ? 1 : 0;
    return entry.panel ? { entry, to: `${to}?panel=${entry.panel}`, score: 0 } : { entry, to, score };
  });
  const best = Math.max(0, ...leaves.map((leaf) => leaf.score));
  return leaves
    .filter(({ to, entry }) => !to.includes('/:') && fitsSite(entry, input) && fitsApp(entry, input))
    .map(({ entry, to, score }) => ({
      label: entry.label,
      to,
      icon: entry.icon ?? null,
      current: best > 0 && score === best,
      count: entry.count,
      ...(entry.submenu && { submenu: true }),
      ...(entry.group !== undefined && { group: entry.group }),
      ...(entry.apart && { apart: true }),
    }));
}

/** The header's entry of a section stays current on every page that declares the section. */
function sectionLinks(input: FrameInput, match: RouteMatch | null): FrameLink[] {
  const links = linksOf('header', input, match);
  if (links.some((link) => link.current) || !match?.route.section) return links;
  return links.map((link) => ({
    ...link,
    current: findRoute(input.manifests, link.to)?.route.section === match.route.section,
  }));
}

/** Customers start at /dashboard, staff at the first page that the administration has (spec §2: migrations first). */
export function homeOf({ manifests, partner, viewer }: Omit<FrameInput, 'path'>): string {
  if (!viewer) return '/login';
  if (viewer.role === 'customer') return '/dashboard';
  const migration = findRoute(manifests, '/admin/migration');
  if (migration && decideAccess(migration.route, partner, viewer) === 'ok') return '/admin/migration';
  return menuEntries(manifests, 'admin', partner, viewer)[0]?.to ?? '/forbidden';
}

function trailOf(input: FrameInput, match: RouteMatch, say: Say): FrameModel['trail'] {
  const routes = routeTrail(input.manifests, match);
  const trail = routes.map((route, index) => {
    const to = fillPattern(route.path, match.params);
    const open =
      index < routes.length - 1 && !to.includes('/:') && decideAccess(route, input.partner, input.viewer) === 'ok';
    return { title: route.title, to: open ? to : null };
  });
  const home = homeOf(input);
  if (!input.viewer || isSamePage(findRoute(input.manifests, home), match)) return trail;
  const name = input.viewer.role === 'customer' ? t('Dashboard') : t('Administration');
  return [{ title: say(name), to: home }, ...trail];
}

/**
 * Which layout a path gets, including pages that the viewer cannot open: they show their refusal in the default one.
 */
function layoutOf(input: FrameInput, match: RouteMatch | null): Layout {
  if (!match || decideAccess(match.route, input.partner, input.viewer) !== 'ok') return 'default';
  return match.route.layout;
}

/** The partner's own text, from its dictionary, or the default. */
const blurbOf = (partner: Partner, company: string, say: Say): string =>
  partner.languages[0]?.en['login_blurb'] ||
  say(t('Your sites and their domains in one place, hosted by {company}.'), { company });

/** The frame of one page for one viewer; rendered first by the server, then by the browser. */
export function frameModel(input: FrameInput): FrameModel {
  const { language = SOURCE_LANGUAGE, say = t } = input;
  const match = findRoute(input.manifests, input.path);
  const layout = layoutOf(input, match);
  const declared = FRAME_SHAPES[layout];
  const shape: FrameShape = declared.header === 'full' && !input.viewer ? { ...declared, header: 'simple' } : declared;
  const full = shape.header === 'full';
  const brand = brandOf(input.partner);
  const open = layout !== 'default' || match?.route.layout === 'default' ? match : null;
  const title = open?.route.title ?? say(t('Page not found'));
  const links = shape.side ? shape.side.menus.flatMap((menu) => linksOf(menu, input, match)) : [];
  const back = shape.side?.back
    ? { ...shape.side.back, label: say(shape.side.back.label), icon: 'arrow-left', current: false }
    : null;
  return {
    path: input.path,
    language,
    layout,
    shape,
    company: brand.company,
    // A partner without a name is called by its domain: show it once.
    domain: input.partner.domain === brand.company ? '' : input.partner.domain,
    logo: input.partner.logo,
    mark: input.partner.logo_small || input.partner.logo,
    slogan: brand.slogan,
    blurb:
      input.partner.attributes.SHOW_OTHER_LOGIN_OPTIONS === 'true' ? blurbOf(input.partner, brand.company, say) : null,
    home: homeOf(input),
    email: input.viewer?.email ?? null,
    initials: initialsOf(input.viewer),
    sections: full ? sectionLinks(input, match) : [],
    support: full ? supportLinks({ ...input, say }) : [],
    profile: full ? linksOf('profile', input, match) : [],
    side:
      shape.side && links.length > 0
        ? { label: say(shape.side.label), back, links, account: shape.side.account ?? false }
        : null,
    trail: shape.breadcrumb && open ? trailOf(input, open, say) : [],
    banner: bannerOf({ ...input, shape, say }),
    title,
    documentTitle: documentTitle(title, input.partner),
  };
}
