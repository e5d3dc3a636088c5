import * as v from 'valibot';
import { dictionary, list } from './bounded.ts';
import { SECTIONS } from '../sections.ts';
import { AnnouncementBanner } from './announcement.ts';
import { PLATFORM_ERRORS } from '../platform-errors.ts';
import { Partner } from './partner.ts';
import { AnyMemberDuty } from './member-role.ts';
import { AnyStaffDuty } from './staff-role.ts';
import { User } from './user.ts';

/** Pages of one package, and entries of its menus and slots. */
export const ROUTES_MAX = 500;

/**
 * Who may open a page or make a call (decision: Roles and routes). `customer` excludes staff, `staff` is admin and
 * superadmin, `signed-in` is everyone with a session.
 */
export const AUDIENCES = ['public', 'signed-in', 'customer', 'staff', 'superadmin'] as const;
export const Audience = v.picklist(AUDIENCES);
export type Audience = v.InferOutput<typeof Audience>;

export const LAYOUTS = [
  'admin',
  'apps',
  'container',
  'create-site',
  'dashboard',
  'default',
  'help',
  'login',
  'manage-app',
  'manage-site',
  'my-account',
  'new-app',
  'site-menu',
  'sites',
  'welcome',
  'plain',
] as const;
export const Layout = v.picklist(LAYOUTS);
export type Layout = v.InferOutput<typeof Layout>;

/** Languages of a release, and texts of its manifest. */
const LANGUAGES_MAX = 50;
const TEXTS_MAX = 2000;

/** Language → English text → translation; the build adds them, and the server sends the texts of one language. */
export const Translations = dictionary(
  v.pipe(v.string(), v.maxLength(35)),
  dictionary(v.string(), v.string(), TEXTS_MAX),
  LANGUAGES_MAX,
);

/** One page of a remote: data only, readable without running the remote. */
export const RouteDeclaration = v.object({
  /** React Router pattern, e.g. `/manage-site/overview/:id?`. */
  path: v.pipe(v.string(), v.startsWith('/')),
  /** Key in the remote's pages.ts. */
  page: v.string(),
  title: v.string(),
  audience: Audience,
  layout: Layout,
  /** For staff: which of their roles may open it; by default all. */
  staff: v.optional(AnyStaffDuty),
  /** For members of an account: which of their roles may open it; by default, who sees what is hosted opens pages of sections. */
  member: v.optional(AnyMemberDuty),
  section: v.optional(v.picklist(SECTIONS)),
  /**
   * Wire addresses of what the page reads first when its address has no query; manifest.ts names definitions, and
   * `defineManifest` writes these. The HTML makes the browser request them while the code loads.
   */
  reads: v.optional(list(v.pipe(v.string(), v.regex(/^\/[a-z]/)), { max: 20 })),
  /** Path of the parent page, for breadcrumbs. */
  parent: v.optional(v.string()),
  /** The end of a flow ("Password changed"), which the palette does not offer. */
  unlisted: v.optional(v.boolean()),
  /** The skeleton that the initial HTML and the loader show before the page's code has loaded. */
  skeleton: v.optional(v.picklist(['list', 'form', 'detail', 'cards', 'wizard', 'text']), 'text'),
});
export type RouteDeclaration = v.InferOutput<typeof RouteDeclaration>;

export const MENUS = [
  'main',
  'sites',
  'apps',
  'account',
  'admin',
  'manage-site',
  'manage-app',
  'profile',
  'help',
  'header',
] as const;

/** Totals that a menu entry can show. */
export const MENU_COUNTS = ['sites', 'unread'] as const;

export const MenuEntry = v.object({
  menu: v.picklist(MENUS),
  label: v.string(),
  /** A route of this remote; `:id` is filled from the current path. */
  to: v.pipe(v.string(), v.startsWith('/')),
  icon: v.optional(v.string()),
  /** The total of what its page lists, shown beside the label once the tab has loaded it. */
  count: v.optional(v.picklist(MENU_COUNTS)),
  order: v.number(),
  /** Heading of its group; consecutive entries of one group are shown together. */
  group: v.optional(v.string()),
  /** The last of its menu, apart from the others: an action that destroys. */
  apart: v.optional(v.boolean()),
  /** Further names by which the palette finds the entry, e.g. "Certificate, HTTPS". */
  words: v.optional(v.string()),
  /** Indented below the entry before it, e.g. Themes and Plugins below WP Manager. */
  submenu: v.optional(v.boolean()),
  audience: v.optional(Audience),
  section: v.optional(v.picklist(SECTIONS)),
  /** Only for sites with a content system, for live or for staging sites (spec §2, manage-site menu). */
  sites: v.optional(v.picklist(['cms', 'live', 'staging'])),
  /** Only for applications that are uploaded, for those that are built, or for full-stack ones (spec §2, manage-app menu). */
  apps: v.optional(v.picklist(['manual', 'built', 'fullstack'])),
  /** Opens this panel of the page, e.g. the confirmation of a deletion. */
  panel: v.optional(v.pipe(v.string(), v.regex(/^[a-z-]+$/))),
  /** A partner attribute that must be the text `true`. */
  attribute: v.optional(v.string()),
});
export type MenuEntry = v.InferOutput<typeof MenuEntry>;

/** A part that a remote adds to another package's page, e.g. a card on the dashboard. */
export const SlotEntry = v.object({
  /** Name of a slot that the shell or a remote offers, e.g. `dashboard.cards`, `site.overview`. */
  slot: v.string(),
  /** Key in the remote's pages.ts; its component gets the slot's properties. */
  part: v.string(),
  order: v.number(),
  audience: v.optional(Audience, 'signed-in'),
  section: v.optional(v.picklist(SECTIONS)),
  /** For members of an account: what it is about (`MEMBER_DUTIES`). */
  member: v.optional(AnyMemberDuty),
});
export type SlotEntry = v.InferOutput<typeof SlotEntry>;

export const RemoteManifest = v.object({
  id: v.pipe(v.string(), v.regex(/^mf-[a-z][a-z0-9-]*$/)),
  name: v.string(),
  routes: list(RouteDeclaration, { max: ROUTES_MAX }),
  menu: list(MenuEntry, { max: ROUTES_MAX }),
  slots: v.optional(list(SlotEntry, { max: ROUTES_MAX }), []),
  /** Names of slots on its own pages that other remotes may fill. */
  offers: v.optional(list(v.string(), { max: ROUTES_MAX }), []),
  translations: v.optional(Translations),
});
export type RemoteManifest = v.InferOutput<typeof RemoteManifest>;

/** A remote in the registry of one user of one partner. Entries are immutable, hashed addresses. */
export const RegistryRemote = v.object({
  manifest: RemoteManifest,
  version: v.string(),
  /** Base path of the release's files, e.g. `/remotes/mf-sites/1f0c…/`. */
  base: v.string(),
  /**
   * File of that folder → `sha384-…` from the signed manifest. A file that is neither here nor in the list does not
   * run.
   */
  integrity: v.record(v.string(), v.string()),
  /** Hash of the list of the remaining files (`files.json` of the folder). */
  files: v.optional(v.string()),
  /** Why the server does not serve this release (its storage or signature is faulty); it is not loaded. */
  refused: v.optional(v.picklist(PLATFORM_ERRORS)),
  /** Federation container name, e.g. `mf_sites`. */
  container: v.string(),
  entry: v.string(),
  /** Scripts and styles that the entry's pages module needs first; preloaded on hover. */
  preload: v.array(v.string()),
  /** Page id → further files that it needs, parts of the shell included. */
  pages: v.record(v.string(), v.array(v.string())),
});
export type RegistryRemote = v.InferOutput<typeof RegistryRemote>;

/** A remote that a development server provides instead of its release. */
export const Override = v.object({
  remote: v.pipe(v.string(), v.regex(/^mf-[a-z][a-z0-9-]{0,60}$/)),
  /** Address of the entry's script, http or https. */
  entry: v.pipe(v.string(), v.maxLength(300)),
});
export type Override = v.InferOutput<typeof Override>;

export const Registry = v.object({
  /** Changes whenever this visitor would get something else. */
  buildId: v.string(),
  /** Version of the shell for a new page view; absent where no front end is served. */
  shell: v.optional(v.string()),
  remotes: v.array(RegistryRemote),
  /** What this staff user's session runs from a development server: the panel shows it, with a way to leave. */
  override: v.optional(Override),
  /** Releases (`package@version`) that nobody may run any more; a tab that runs one moves to another. */
  revoked: v.optional(v.array(v.string())),
  /** The renewed token of the page view that asked (ADR 0043). */
  view: v.optional(v.string()),
});
export type Registry = v.InferOutput<typeof Registry>;

/** Data in the initial HTML, so that nothing is fetched twice. */
export const Boot = v.object({
  partner: Partner,
  user: v.nullable(User),
  /** Whether the user has a site; only for customers. */
  hasSites: v.optional(v.boolean()),
  /** The announcement of the banner; only for customers. */
  announcement: v.optional(v.nullable(AnnouncementBanner)),
  registry: Registry,
  /** Base path of the running shell; hash of its list of files, or all their hashes. */
  shell: v.optional(
    v.object({ base: v.string(), integrity: v.record(v.string(), v.string()), files: v.optional(v.string()) }),
  ),
  nonce: v.string(),
  /** `scheme://*.domain` of hosted sites, for previews. */
  mailOutbox: v.nullable(v.string()),
});
export type Boot = v.InferOutput<typeof Boot>;
