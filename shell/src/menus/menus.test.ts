import { decideAccess, menuEntries, type Declared, type MenuEntry, type Partner, type Role } from '@panel/core';
import { frameModel, type FrameViewer } from '@panel/frame';
import { SECTIONS, type Section } from '@panel/contract/sections';
import { declaredHere, partnerWith, userWith } from '../testing/declared.ts';

const MENUS: readonly MenuEntry['menu'][] = [
  'main',
  'header',
  'sites',
  'apps',
  'account',
  'admin',
  'manage-site',
  'manage-app',
  'profile',
  'help',
];
const KINDS = { special: partnerWith(true), ordinary: partnerWith(false) };
const VIEWERS: Record<string, FrameViewer> = {
  visitor: null,
  customer: userWith('customer'),
  admin: userWith('admin'),
  superadmin: userWith('superadmin'),
};
const OFF: Record<Section, keyof Partner['attributes']> = {
  applications: 'SECTION_APPLICATIONS',
  sites: 'SECTION_SITES',
  forms: 'SECTION_FORMS',
  databases: 'SECTION_DATABASES',
  ecommerce: 'SECTION_ECOMMERCE',
  dns: 'SECTION_DNS',
  help: 'SECTION_HELP',
};

let declared: Declared[] = [];
beforeAll(async () => {
  declared = await declaredHere();
});

const labels = (menu: MenuEntry['menu'], partner: Partner, viewer: FrameViewer) =>
  menuEntries(declared, menu, partner, viewer).map((entry) => entry.label);
const frameAt = (path: string, partner: Partner, viewer: FrameViewer) =>
  frameModel({ manifests: declared, partner, viewer, path });

type Exact = [kind: keyof typeof KINDS, role: Role, menu: MenuEntry['menu'], labels: string[]];
/** The specification's menus (spec §2, Menus), limited to existing pages. */
const EXACT: Exact[] = [
  ['special', 'customer', 'main', ['Dashboard', 'Applications', 'Sites', 'Forms', 'Databases', 'E-commerce', 'DNS']],
  ['ordinary', 'customer', 'main', ['Dashboard', 'Sites', 'Forms', 'Databases', 'E-commerce', 'DNS']],
  ['special', 'customer', 'header', ['Applications', 'Sites']],
  ['ordinary', 'customer', 'header', ['Sites']],
  ['special', 'customer', 'sites', ['My Sites', 'WP Manager', 'Themes', 'Plugins', 'Blueprints']],
  ['ordinary', 'customer', 'apps', []],
  [
    'special',
    'customer',
    'apps',
    [
      ...['My Applications', 'Import an Existing Project', 'Start from a template', 'Deploy Manually'],
      ...['Start from Scratch', 'Build Full-stack Application'],
    ],
  ],
  [
    'special',
    'customer',
    'manage-app',
    [
      ...['My Applications', 'Overview', 'App & Domain Management', 'Build & Deploy', 'Deploys', 'Studio', 'Deploy'],
      ...['Previews', 'Connect', 'Build settings', 'Database', 'Backup', 'Commands', 'Files', 'CDN', 'DNS', 'SSL'],
      'Usage & Insight',
      'Delete Application',
    ],
  ],
  [
    'special',
    'customer',
    'manage-site',
    [
      ...['Dashboard', 'Overview', 'CDN', 'DNS', 'SSL', 'Domains', 'Backup', 'Staging', 'Blueprints', 'Files', 'Tools'],
      ...['Settings', 'Delete Site', 'Delete Staging'],
    ],
  ],
  ['special', 'customer', 'admin', []],
  ['special', 'admin', 'header', []],
  ['special', 'admin', 'sites', []],
  ['special', 'admin', 'account', ['Notifications']],
  ['ordinary', 'superadmin', 'apps', []],
];

test.each(EXACT)('%s partner, %s: the %s menu is exactly %j', (kind, role, menu, expected) => {
  expect(labels(menu, KINDS[kind], VIEWERS[role] ?? null)).toEqual(expected);
});

test.each([
  [{ SHOW_MIGRATION_SITE_BTN: 'true' }, true],
  [{ SHOW_MIGRATION_SITE_BTN: 'false' }, false],
  [{}, false],
] as const)('with %j the sites menu has Migration: %s (spec §2, Menus)', (attributes, shown) => {
  const menu = labels('sites', partnerWith(true, attributes), VIEWERS['customer'] ?? null);
  expect(menu).toEqual(['My Sites', ...(shown ? ['Migration'] : []), 'WP Manager', 'Themes', 'Plugins', 'Blueprints']);
});

test('a visitor has only the public menu', () => {
  for (const menu of MENUS) {
    for (const entry of menuEntries(declared, menu, KINDS.special, null)) expect(entry.to).toMatch(/^\/help/);
  }
});

test.each(Object.entries(KINDS))(
  '%s partner: whatever stands in a menu can be opened by who sees it',
  (_kind, partner) => {
    for (const viewer of Object.values(VIEWERS)) {
      for (const menu of MENUS) {
        for (const entry of menuEntries(declared, menu, partner, viewer)) {
          const route = declared
            .flatMap((manifest) => manifest.routes)
            .find((candidate) => candidate.path === entry.to);
          expect(route && decideAccess(route, partner, viewer)).toBe('ok');
        }
      }
    }
  },
);

const everyAnswer = (partner: Partner, viewer: FrameViewer) => {
  const routes = declared.flatMap((manifest) =>
    manifest.routes.map((route) => [route, decideAccess(route, partner, viewer)] as const),
  );
  const entries = MENUS.flatMap((menu) =>
    menuEntries(declared, menu, partner, viewer).map((entry) => `${menu} ${entry.to}`),
  );
  return { routes, entries };
};

describe.each(Object.entries(VIEWERS))('switching a section off, seen by %s', (_role, viewer) => {
  test.each(SECTIONS)('turning off %s hides everything below it, and nothing else', (section) => {
    const on = everyAnswer(partnerWith(true), viewer);
    const off = everyAnswer(partnerWith(true, { [OFF[section]]: 'false' }), viewer);
    const gone = new Set(
      declared
        .flatMap((manifest) => manifest.routes)
        .filter((route) => route.section === section)
        .map((route) => route.path),
    );
    for (const [index, [route, access]] of off.routes.entries()) {
      expect([route.path, access]).toEqual([route.path, gone.has(route.path) ? 'off' : on.routes[index]?.[1]]);
    }
    const own = new Set(
      declared.flatMap(({ menu }) =>
        menu.filter((entry) => entry.section === section).map(({ menu: of, to }) => `${of} ${to}`),
      ),
    );
    expect(off.entries).toEqual(
      on.entries.filter((entry) => !own.has(entry) && !gone.has(entry.slice(entry.indexOf(' ') + 1))),
    );
  });
});

test('applications need the special-partner flag as well as their switch', () => {
  const apps = declared.flatMap((manifest) => manifest.routes).filter((route) => route.section === 'applications');
  expect(apps.length).toBeGreaterThan(0);
  for (const route of apps) {
    const viewer = VIEWERS[route.audience === 'staff' ? 'admin' : 'customer'] ?? null;
    expect(decideAccess(route, KINDS.special, viewer)).toBe('ok');
    expect(decideAccess(route, KINDS.ordinary, viewer)).toBe('off');
  }
});

test('the logo leads customers to /dashboard and staff into the administration', () => {
  expect(frameAt('/sites', KINDS.special, VIEWERS['customer'] ?? null).home).toBe('/dashboard');
  expect(frameAt('/admin/sites', KINDS.special, VIEWERS['admin'] ?? null).home).toBe('/admin/migration');
  expect(frameAt('/help', KINDS.special, null).home).toBe('/login');
});

test('the current entry is found by the prefix of the path, the section by the page’s declaration', () => {
  const overview = frameAt('/manage-site/overview/7', KINDS.special, VIEWERS['customer'] ?? null);
  expect(overview.side?.links).toEqual([
    { label: 'Dashboard', to: '/sites', icon: 'dashboard', current: false },
    { label: 'Overview', to: '/manage-site/overview/7', icon: 'overview', current: true },
    { label: 'CDN', to: '/manage-site/cdn/7', icon: 'globe', current: false, group: 'Domain and delivery' },
    { label: 'DNS', to: '/manage-site/dns/7', icon: 'dns', current: false, group: 'Domain and delivery' },
    { label: 'SSL', to: '/manage-site/ssl/7', icon: 'lock', current: false, group: 'Domain and delivery' },
    {
      label: 'Domains',
      to: '/manage-site/domain-transfer/7',
      icon: 'link',
      current: false,
      group: 'Domain and delivery',
    },
    { label: 'Backup', to: '/manage-site/backup/7', icon: 'shield', current: false, group: 'Safety' },
    { label: 'Staging', to: '/manage-site/staging-environment/7', icon: 'branch', current: false, group: 'Safety' },
    { label: 'Blueprints', to: '/manage-site/blueprints/7', icon: 'blueprint', current: false, group: 'Content' },
    { label: 'Files', to: '/manage-site/files/7', icon: 'server', current: false, group: 'Content' },
    { label: 'Tools', to: '/manage-site/tools/7', icon: 'terminal', current: false, group: 'Content' },
    { label: 'Settings', to: '/manage-site/settings/7', icon: 'settings', current: false },
    { label: 'Delete Site', to: '/manage-site/settings/7?panel=delete', icon: 'trash', current: false, apart: true },
  ]);
  expect(overview.sections.map(({ label, current }) => [label, current])).toEqual([
    ['Applications', false],
    ['Sites', true],
  ]);
  expect(overview.trail).toEqual([
    { title: 'Dashboard', to: '/dashboard' },
    { title: 'My Sites', to: '/sites' },
    { title: 'Overview', to: null },
  ]);
});

test('a page of a remote has the home page in its trail, whatever the page’s name', () => {
  const notes: Declared = {
    ...{ id: 'mf-notes', menu: [] },
    routes: [
      { path: '/notes', page: 'notes', title: 'Notes', audience: 'signed-in', layout: 'dashboard', skeleton: 'list' },
      // The administration's first page has the same name.
      {
        path: '/notes/list',
        page: 'migration-list',
        title: 'List',
        parent: '/notes',
        audience: 'signed-in',
        layout: 'dashboard',
        skeleton: 'list',
      },
    ],
  };
  const trailAt = (path: string) =>
    frameModel({
      ...{ manifests: [...declared, notes], partner: KINDS.special, viewer: VIEWERS['admin'] ?? null },
      path,
    }).trail.map(({ title }) => title);
  expect(trailAt('/notes/list')).toEqual(['Administration', 'Notes', 'List']);
  expect(trailAt('/admin/migration')).toEqual(['Migrations']);
  expect(trailAt('/admin/sites')).toEqual(['Administration', 'Sites']);
});

const siteMenu = (site?: { type: string; isStage: boolean }) =>
  frameModel({
    ...{ manifests: declared, partner: KINDS.special, viewer: VIEWERS['customer'] ?? null, site },
    path: '/manage-site/settings/7',
  }).side?.links ?? [];

test('Backup is for content systems only, and stays while the site is not known', () => {
  const sites = [undefined, { type: 'wordpress', isStage: false }, { type: 'github', isStage: false }];
  const has = sites.map((site) => siteMenu(site).some(({ label }) => label === 'Backup'));
  expect(has).toEqual([true, true, false]);
});

test('a live site can be deleted from the menu, which is an action of its settings and not their entry', () => {
  const current = siteMenu().flatMap(({ label, current }) => (current ? [label] : []));
  expect(current).toEqual(['Settings']);
  const staging = siteMenu({ type: 'wordpress', isStage: true });
  const ends = [siteMenu(), staging].map((links) => links.filter(({ label }) => label.startsWith('Delete')));
  expect(ends.map((links) => links.map(({ label }) => label))).toEqual([['Delete Site'], ['Delete Staging']]);
});

test('/ and /dashboard are one entry in the menu', () => {
  for (const path of ['/', '/dashboard']) {
    const links = frameAt(path, KINDS.special, VIEWERS['customer'] ?? null).side?.links ?? [];
    expect(links.filter((link) => link.current).map((link) => link.label)).toEqual(['Dashboard']);
  }
});

test('help: signed-in users see the full header, others the simple one', () => {
  expect(frameAt('/help', KINDS.special, VIEWERS['customer'] ?? null).shape.header).toBe('full');
  expect(frameAt('/help', KINDS.special, null).shape.header).toBe('simple');
});

test('Community & Support shows only existing web addresses', () => {
  const words = {
    SUPPORT_DOCUMENTATION_LINK: 'https://docs.brand.example/',
    SUPPORT_COMMUNITY_LINK: 'javascript:alert(1)',
  };
  const partner = { ...KINDS.special, languages: [{ en: words }] };
  expect(frameAt('/sites', partner, VIEWERS['customer'] ?? null).support.map((link) => link.href)).toEqual([
    '/help',
    'https://docs.brand.example/',
    'mailto:support@brand.example',
  ]);
});

test('initials come from first and last name, otherwise from the email', () => {
  const initials = (viewer: FrameViewer) => frameAt('/dashboard', KINDS.special, viewer).initials;
  expect(initials(userWith('customer', { firstname: 'ada', lastname: 'Lovelace' }))).toBe('AL');
  expect(initials(userWith('customer', { firstname: ' Ada ' }))).toBe('A');
  expect(initials(userWith('customer', { email: 'x@brand.example' }))).toBe('X');
  expect(initials(userWith('customer', { email: 'jo@brand.example' }))).toBe('JO');
  expect(initials(null)).toBe('-');
});

test('a partner without a name is called by its domain, once', () => {
  const customer = userWith('customer');
  expect(frameAt('/dashboard', partnerWith(true), customer)).toMatchObject({
    company: 'Brand',
    domain: 'brand.localhost',
  });
  const nameless = partnerWith(true, { RESELLER_COMPANY_NAME: undefined });
  expect(frameAt('/dashboard', nameless, customer)).toMatchObject({ company: 'brand.localhost', domain: '' });
});
