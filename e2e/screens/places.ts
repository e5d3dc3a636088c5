import { globSync } from 'node:fs';
import path from 'node:path';
import { anySectionOn, type Partner } from '@panel/contract';
import type { RouteDeclaration } from '@panel/contract/schemas';
import { ROOT } from '../../scripts/lib/paths.mjs';
import { DRAFTS } from './drafts.ts';
import type { Objects } from './objects.ts';

/** Every page of every manifest, with who opens it and what fills its address. */

export const VIEWERS = ['visitor', 'customer', 'admin', 'operator'] as const;
export type Viewer = (typeof VIEWERS)[number];

export type Place = {
  /** Unique, and a name of files: `customer.manage-site.overview`. */
  name: string;
  viewer: Viewer;
  pattern: string;
  /** With its objects; null where the brand has none of them. */
  path: string;
  /** What the browser's storage holds of an unfinished input, by key. */
  drafts: Readonly<Record<string, object>>;
};

/** A page that a brand does not show, and why. */
export type LeftOut = { name: string; why: string };

type Manifest = { id: string; routes: readonly RouteDeclaration[] };
type Route = RouteDeclaration & { remote: string };

/** The routes of every package that declares some. */
export async function allRoutes(): Promise<Route[]> {
  const files = globSync('{shell,mf-*}/src/manifest.ts', { cwd: ROOT }).sort();
  const loaded = files.map((file): Promise<{ manifest: Manifest }> => import(path.join(ROOT, file)));
  return (await Promise.all(loaded)).flatMap(({ manifest: { id, routes } }) =>
    routes.map((route) => ({ ...route, remote: id })),
  );
}

const WHO: Readonly<Record<RouteDeclaration['audience'], readonly Viewer[]>> = {
  public: ['visitor'],
  'signed-in': ['customer', 'admin'],
  customer: ['customer'],
  staff: ['admin'],
  superadmin: ['operator'],
};

/** Addresses that only lead to another page, which has an entry of its own: why nobody can stay there. */
export const LEADS_ON: Readonly<Record<string, string>> = {
  '/wp-manager': 'is the entry of a menu and leads to Themes',
  '/help/error/:code': 'leads to the article about the error',
  '/logout': 'leads to the sign-in page when nobody is signed in',
  '/my-account/password-changed': 'follows a change of the password, of which only the history knows',
  '/create-site-with-wordpress/select-a-plan': 'needs the password of step 1, which no storage holds',
  '/create-site-with-wordpress/finalize-and-confirm': 'needs the password of step 1, which no storage holds',
  '/new-app/start-building': 'leads to the finished application as soon as its first build has ended',
  '/manage-site/upgrade/finish/:id?': 'follows a domain that has just been connected',
  '/manage-app/upgrade/finish/:id?': 'follows a domain that has just been connected',
  '/dashboard admin': 'leads staff to their overview',
  '/ admin': 'leads staff to their overview',
};

type Fill = (of: Objects) => string | undefined;

/** What `:id` is, by the beginning of the address; the longest that fits. */
const IDS: Readonly<Record<string, Fill>> = {
  '/manage-site': (of) => of.site,
  '/site-builder/edit': (of) => of.builder,
  '/manage-site/dns': (of) => of.domainSite,
  '/manage-site/domain-transfer': (of) => of.domainSite,
  '/propagation/check': (of) => of.domainSite,
  '/dns/mail': (of) => of.domainSite,
  '/manage-app': (of) => of.app,
  '/migrations/overview': (of) => of.migration,
  '/upgrade-your-package/finish': (of) => of.purchase,
  '/success/checkout': (of) => of.purchase,
  '/admin/announcements/write': (of) => of.announcement,
  '/admin/status/write': (of) => of.incident,
  '/admin/help/write': (of) => of.article,
};

/** What the query of an address names, where the page needs it. */
const QUERIES: Readonly<Record<string, Fill>> = {
  '/customers/customer': (of) => `id=${of.customer}`,
  '/customers/bulk': (of) => of.customerChange && `id=${of.customerChange}`,
  '/upgrade-your-package/finalize-and-confirm': () => 'product=site_pro',
  '/setPassword': () => `token=${'t'.repeat(43)}`,
  '/resetPassword': () => `token=${'t'.repeat(43)}`,
  '/accountLink': () => `token=${'t'.repeat(43)}`,
  '/sites/finish': (of) => `site=${of.site}&selectedSite=${of.license}`,
  '/apps/finish': (of) => `app=${of.app}&selectedApp=${of.license}`,
  '/fleet/plan': (of) => of.fleet && `id=${of.fleet}`,
  '/admin/fleet/plan': (of) => of.fleet && `id=${of.fleet}`,
  '/create-site-with-wordpress/finish': (of) => of.siteTask && `task=${of.siteTask}`,
  '/create-new-site/migration/finish': (of) => of.migration && `id=${of.migration}`,
  '/new-app/repository-settings': () => 'template=vite-react',
  '/new-app/finish': (of) => `app=${of.app}`,
  '/manage-site/upgrade/pick-a-plan/:id?': () => 'domain=shop.example',
  '/manage-site/upgrade/payment/:id?': (of) => `domain=shop.example&license=${of.license}`,
  '/plugins/apply-select': (of) => of.plugin && `id=${of.plugin}`,
  '/plugins/apply-confirm': (of) => of.plugin && `id=${of.plugin}`,
  '/plugins/apply-done': (of) => of.pluginRun && `run=${of.pluginRun}`,
  '/themes/apply-select': (of) => of.theme && `id=${of.theme}`,
  '/themes/apply-confirm': (of) => of.theme && `id=${of.theme}`,
  '/themes/apply-done': (of) => of.themeRun && `run=${of.themeRun}`,
};

const longest = (path: string): Fill | undefined =>
  IDS[
    Object.keys(IDS)
      .filter((start) => path.startsWith(`${start}/`))
      .sort((a, b) => b.length - a.length)[0] ?? ''
  ];

function addressOf(pattern: string, of: Objects): string | null {
  const id = pattern.includes(':id') ? longest(pattern)?.(of) : '';
  const query = Object.hasOwn(QUERIES, pattern) ? QUERIES[pattern]?.(of) : '';
  if (id === undefined || query === undefined) return null;
  const path = pattern
    .replace(/:id\??/, id)
    .replace(':slug', 'get-started')
    .replace(':code', 'E1007');
  return query ? `${path}?${query}` : path;
}

/** Drafts under the keys by which a package keeps them. */
const stored = (remote: string, drafts: Record<string, object> = {}): Place['drafts'] =>
  Object.fromEntries(Object.entries(drafts).map(([key, value]) => [`panel.draft.${remote}.${key}`, value]));

const nameOf = (viewer: Viewer, pattern: string): string =>
  `${viewer}.${
    pattern
      .slice(1)
      .replaceAll(/\/?:\w+\??/g, '')
      .replaceAll('/', '.') || 'root'
  }`;

/** The pages of a brand, and those that it leaves out. A page that needs an object which nothing makes fails. */
export function placesOf(
  routes: readonly Route[],
  partner: Partner,
  of: Objects,
): { places: Place[]; leftOut: LeftOut[]; unfilled: string[] } {
  const places: Place[] = [];
  const leftOut: LeftOut[] = [];
  const unfilled: string[] = [];
  for (const { remote, path: pattern, audience, section } of routes)
    for (const viewer of WHO[audience]) {
      const name = nameOf(viewer, pattern);
      const leads = LEADS_ON[pattern] ?? LEADS_ON[`${pattern} ${viewer}`];
      const path = addressOf(pattern, of);
      if (leads !== undefined) leftOut.push({ name, why: leads });
      else if (section && !anySectionOn(partner, section)) leftOut.push({ name, why: `${section} is switched off` });
      else if (path === null) unfilled.push(name);
      else places.push({ name, viewer, pattern, path, drafts: stored(remote, DRAFTS[pattern]?.(of)) });
    }
  return { places, leftOut, unfilled };
}
