import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Boot, Partner, RouteDeclaration, User } from '@panel/contract';
import type { Build } from '@panel/contract/release';
import { memorySource } from './memory-source.ts';
import { createWeb, type Visit, type WebOptions } from '../../src/platform/web/index.ts';

type RouteInput = Pick<RouteDeclaration, 'path' | 'page' | 'audience'> & Partial<RouteDeclaration>;

const ROUTES: Record<string, RouteInput[]> = {
  shell: [
    { path: '/login', page: 'login', audience: 'public', layout: 'login' },
    { path: '/forbidden', page: 'forbidden', audience: 'public' },
  ],
  'mf-sites': [
    {
      path: '/sites',
      page: 'site-list',
      audience: 'customer',
      section: 'sites',
      layout: 'sites',
      skeleton: 'list',
      reads: ['/site/filter?pageIndex=0&keyword=</script>', '/site/summary'],
    },
    {
      path: '/site/:id?',
      page: 'site-detail',
      audience: 'customer',
      section: 'sites',
      reads: ['/site/:id/overview', '/backup/settings?site_id=%3Aid&pageSize=10'],
    },
  ],
  'mf-apps': [{ path: '/apps', page: 'app-list', audience: 'customer', section: 'applications', layout: 'apps' }],
  'mf-account': [
    { path: '/my-account/profile', page: 'profile', audience: 'customer', layout: 'my-account' },
    { path: '/change-password', page: 'password', audience: 'staff', layout: 'admin' },
  ],
  'mf-admin': [{ path: '/admin/sites', page: 'admin-sites', audience: 'staff', layout: 'admin' }],
  'mf-help': [{ path: '/help', page: 'help-home', audience: 'public', section: 'help', layout: 'help' }],
};

/** Every test with a panel writes all packages. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY } };

/** Writes one built package in the form of a build; `mark` changes its content and so its version, `more` adds routes. */
export function writeBuild(root: string, id: string, mark = '1', more: readonly RouteInput[] = []): Build {
  const folder = join(root, id, 'dist');
  const entry = `${id === 'shell' ? 'shell' : 'remote-entry'}.${mark.padEnd(10, '0')}.js`;
  const routes = [...(ROUTES[id] ?? []), ...more].map((route): RouteDeclaration => ({
    title: `Title of ${route.page}`,
    layout: 'default',
    skeleton: 'text',
    ...route,
  }));
  const files: Record<string, string> = {
    [entry]: `/* ${id} ${mark} */ "${'x'.repeat(300)}"`,
    'chunk.js': '"chunk"',
    'lazy.js': '"lazy"',
    'look.css': '.f { color: red }',
    ...Object.fromEntries(routes.map(({ page }) => [`page-${page}.js`, `"${page}"`])),
  };
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text, QUICKLY));
  }
  writeFileSync(join(folder, '.inputs'), 'secret of the build');
  const release: Build = {
    package: id,
    version: `${id}v${mark}`,
    container: id.replaceAll('-', '_'),
    entry,
    styles: id === 'shell' ? ['look.css'] : [],
    preload: id === 'shell' ? [] : ['chunk.js'],
    pages: Object.fromEntries(
      routes.map(({ page }) => [
        page,
        { files: [`page-${page}.js`], shared: page === 'site-list' ? ['@panel/ui/data'] : [] },
      ]),
    ),
    shared: id === 'shell' ? { '@panel/ui/data': ['lazy.js'] } : {},
    integrity: Object.fromEntries(
      Object.entries(files).map(([name, text]) => [
        name,
        `sha384-${createHash('sha384').update(text).digest('base64')}`,
      ]),
    ),
    needs: { shared: {}, exports: {}, contract: '1.0.0' },
    ...(id === 'shell' && { offers: { shared: {}, exports: {}, contract: '1.0.0', fileLists: true } }),
    manifest: { id, name: id, routes, menu: [], slots: [], offers: [] } as Build['manifest'],
  };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(release));
  return release;
}

export const partnerOf = (change: Partial<Partner> = {}): Partner => ({
  id: 'partner-1',
  domain: 'aurora.example',
  domainAccessLink: 'http://aurora.localhost:8099',
  sitesDomain: 'aurora-sites.localhost',
  favicon: '/branding/favicon.svg',
  logo: '/branding/logo.svg',
  logo_small: '/branding/small.svg',
  languages: [{ en: {} }],
  is_nucal_partner: true,
  supportEmail: 'help@aurora.example',
  attributes: { RESELLER_COMPANY_NAME: 'Aurora' },
  ...change,
});

export const userOf = (role: User['role'], change: Partial<User> = {}): User => ({
  id: `user-${role}`,
  email: `${role}@aurora.example`,
  role,
  avatar_url: null,
  is_abuse_system: false,
  username: role,
  github_username: null,
  domains: [],
  redirect_url: null,
  is_nucal_partner: true,
  firstname: 'Ann',
  lastname: 'Example',
  phone_number: '',
  created_at: '2026-01-01T00:00:00.000Z',
  ...change,
});

/** Writes all packages, and returns their ids. */
export function writeBuilds(root: string): string[] {
  for (const id of Object.keys(ROUTES)) writeBuild(root, id);
  return Object.keys(ROUTES);
}

/** A web with builds in its own folder, and a way to send requests. */
export function openWeb(t: Pick<TestContext, 'after'>, visit: Partial<Visit> = {}, options: Partial<WebOptions> = {}) {
  const root = mkdtempSync(join(tmpdir(), 'panel-web-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  writeBuilds(root);
  const who: Visit = { partner: partnerOf(), user: userOf('customer'), mailOutbox: null, ...visit };
  const web = createWeb({ releases: memorySource(root), visitOf: () => who, ...options });
  const get = (path: string, headers: Record<string, string> = {}) => web.app.request(path, { headers });
  const registryFor = async (partner: Partner, user: User | null) =>
    (await web.openRegistry({ partnerId: partner.id, userId: user?.id, visitor: null }))(partner, user);
  return { root, web, who, get, registryFor };
}

/** The boot data of an HTML response, read as the browser would. */
export function bootOf(html: string): Boot {
  const found = /<script type="application\/json" id="panel-boot">([^<]*)<\/script>/.exec(html);
  if (!found?.[1]) throw new Error('The page carries no boot data.');
  return JSON.parse(found[1]) as Boot;
}
