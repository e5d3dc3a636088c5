import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import {
  SECTIONS,
  SECTION_ATTRIBUTE,
  sectionOn,
  sectionsOf,
  type PartnerAttributes,
  type Section,
  type Sections,
} from '@panel/contract';
import { inAudience, menuEntries, type Declared, type Viewer } from '@panel/contract/access';
import { MENUS, type Registry, type RemoteManifest } from '@panel/contract/manifest';
import type { ShellManifest } from '@panel/contract/release';
import type { FairShare } from '../../src/http/fair-share.ts';
import { publicPartner } from '../../src/context/public-partner.ts';
import { createWeb } from '../../src/platform/web/index.ts';
import { baseOf, type ReleaseSource, type Served } from '../../src/platform/web/release-source.ts';
import { allCalls } from '../contract/calls.ts';
import type { Browser } from '../http/browser.ts';
import { startPanel, type Panel } from '../http/harness.ts';
import { good } from './partner-support.ts';

/*
 * For every kind of partner and every section, from the manifests and the contract as they are: switching it off takes
 * its pages, parts of other pages, menu entries, remotes and calls away, and nothing else; switching it on brings exactly those back.
 */

const ROOT = path.join(import.meta.dirname, '..', '..', '..');
const manifestAt = async (id: string): Promise<RemoteManifest> =>
  ((await import(path.join(ROOT, id, 'src', 'manifest.ts'))) as { manifest: RemoteManifest }).manifest;
const REMOTES = await Promise.all(
  readdirSync(ROOT)
    .filter((name) => /^mf-[a-z-]+$/.test(name))
    .map(manifestAt),
);
const SHELL = (await manifestAt('shell')) as unknown as ShellManifest;

const KINDS: Record<string, { isSpecial: boolean; attributes: PartnerAttributes }> = {
  'everything on': { isSpecial: true, attributes: { SHOW_MIGRATION_SITE_BTN: 'true' } },
  'an ordinary partner': { isSpecial: false, attributes: {} },
  'sites alone': {
    isSpecial: true,
    attributes: Object.fromEntries(
      SECTIONS.filter((section) => section !== 'sites').map((section) => [SECTION_ATTRIBUTE[section], 'false']),
    ),
  },
};
const ROLES = [null, 'customer', 'admin', 'superadmin'] as const;

/** A release with a package's current manifest; its files don't matter here. */
const served = (manifest: RemoteManifest | ShellManifest): Served => ({
  base: baseOf({ package: manifest.id, version: 'v1' }),
  refused: null,
  release: {
    package: manifest.id,
    version: 'v1',
    container: manifest.id.replaceAll('-', '_'),
    entry: 'entry.js',
    styles: [],
    preload: [],
    pages: {},
    shared: {},
    integrity: { 'entry.js': 'sha384-x' },
    needs: { shared: {}, exports: {}, contract: '1.0.0' },
    manifest,
  } as Served['release'],
});
const releases: ReleaseSource = {
  setFor: async () => ({ shell: served(SHELL), newestShell: 'v1', remotes: REMOTES.map(served) }),
  release: async () => null,
  file: async () => null,
  sourceMap: async () => null,
};

/** Thousands of pages and calls come from one address here. */
const unlimited: FairShare = {
  enter: async () => ({ turn: async () => undefined, leave: () => undefined }),
  refused: async () => false,
};

let panel: Panel;
before(
  async () =>
    void (panel = await startPanel({
      parts: { share: unlimited, web: (visitOf) => createWeb({ releases, visitOf }) },
    })),
);
after(() => panel.close());

/** Everything in these manifests for a viewer, as lines of text. */
const menusOf = (
  manifests: readonly Declared[],
  partner: Parameters<typeof menuEntries>[2],
  viewer: Viewer,
): string[] =>
  MENUS.flatMap((menu) =>
    menuEntries(manifests, menu, partner, viewer).map((entry) => `${menu}: ${entry.label} ${entry.to}`),
  );

async function world(kind: keyof typeof KINDS) {
  const owner = await panel.addPartner(KINDS[kind]);
  const roles = await Promise.all(
    ROLES.map(async (role) => {
      const user = role && (await panel.addUser(role === 'superadmin' ? null : owner, role));
      const data = user ? await panel.entered(owner, user) : panel.browser(owner);
      const pages = panel.browser(owner, { accept: 'text/html' });
      for (const [name, value] of data.jar) pages.jar.set(name, value);
      return { viewer: role && { role }, name: role ?? 'visitor', data, pages };
    }),
  );
  const admin = roles.find(({ name }) => name === 'admin')?.data as Browser;

  async function flip(section: Section, on: boolean): Promise<void> {
    const { version } = await good<Sections>(admin.get('/partner/sections'));
    await good(admin.write('PUT', '/partner/sections', { base: version, section, on }));
  }

  /** Everything that the server gives to any viewer now, as sorted lines. */
  async function given(): Promise<string[]> {
    const row = (
      await good<{ data: ReturnType<typeof publicPartner> }>(
        roles[0]?.data.get('/partner/whitelabel') as ReturnType<Browser['get']>,
      )
    ).data;
    const lines: string[] = [];
    for (const { viewer, name, data, pages } of roles) {
      const registry = await good<Registry>(data.get('/platform/registry'));
      const manifests = registry.remotes.map(({ manifest }) => manifest);
      lines.push(...manifests.map(({ id }) => `${name} remote ${id}`));
      lines.push(
        ...manifests.flatMap(({ id, routes }) => routes.map((route) => `${name} declared ${id} ${route.path}`)),
      );
      lines.push(
        ...manifests.flatMap(({ id, slots }) => slots.map(({ slot, part }) => `${name} slot ${id} ${slot} ${part}`)),
      );
      lines.push(...menusOf([SHELL, ...manifests], row, viewer).map((line) => `${name} menu ${line}`));
      for (const { routes } of [SHELL, ...REMOTES]) {
        for (const route of routes.filter(({ audience }) => inAudience(audience, viewer))) {
          const { status } = await pages.get(route.path.replace(/\/:\w+\??/g, '/x'));
          if (status !== 404) lines.push(`${name} page ${route.path}`);
        }
      }
    }
    const visitor = roles[0]?.data as Browser;
    for (const call of allCalls.filter(({ meta }) => meta.audience !== 'public')) {
      const answer = await visitor.send(call.method, call.wire.replace(/\{\w+\}/g, 'x'));
      if (answer.body['code'] !== 'SECTION_OFF') lines.push(`call ${call.name}`);
    }
    return lines.sort();
  }
  return { owner, flip, given };
}

function minus(one: readonly string[], other: readonly string[]): string[] {
  const without = new Set(other);
  return one.filter((line) => !without.has(line));
}

/** The lines that belong to a section, from the declarations alone. */
function belonging(lines: readonly string[], section: Section): string[] {
  const routes = REMOTES.flatMap((manifest) => manifest.routes.map((route) => ({ id: manifest.id, ...route })));
  const paths = new Set(routes.filter((route) => route.section === section).map((route) => route.path));
  const entries = REMOTES.flatMap(({ menu }) =>
    menu
      .filter((entry) => entry.section === section || paths.has(entry.to))
      .map((entry) => `${entry.menu}: ${entry.label} ${entry.to}`),
  );
  // What is of several sections stays while another one of them is on.
  const isOn = (other: Section) =>
    allCalls.some(({ meta, name }) => meta.section === other && lines.includes(`call ${name}`));
  const calls = new Set(
    allCalls
      .filter(({ meta }) => {
        const sections = meta.section ? sectionsOf(meta.section) : [];
        return sections.includes(section) && !sections.some((other) => other !== section && isOn(other));
      })
      .map(({ name }) => `call ${name}`),
  );
  const viewerOf = (line: string) => ROLES.find((role) => (role ?? 'visitor') === line.split(' ')[0]) ?? null;
  return lines.filter((line) => {
    const [who = '', what, ...rest] = line.split(' ');
    if (who === 'call') return calls.has(line);
    if (what === 'page') return paths.has(rest[0] ?? '');
    if (what === 'menu') return entries.includes(rest.join(' '));
    // A remote disappears with the last page and part that the viewer can open, and all its declarations with it.
    const [id = '', first = '', second = ''] = rest;
    const role = viewerOf(line);
    const isOpen = ({ audience }: { audience: RemoteManifest['routes'][number]['audience'] }) =>
      inAudience(audience, role && { role });
    const { routes: ownRoutes = [], slots = [] } = REMOTES.find((manifest) => manifest.id === id) ?? {};
    const here = [
      ...ownRoutes.filter((route) => lines.includes(`${who} declared ${id} ${route.path}`)),
      ...slots.filter(({ slot, part }) => lines.includes(`${who} slot ${id} ${slot} ${part}`)),
    ];
    if (here.filter(isOpen).every((one) => one.section === section)) return true;
    if (what === 'slot')
      return slots.some(({ slot, part, section: own }) => slot === first && part === second && own === section);
    return what === 'declared' && paths.has(first);
  });
}

for (const kind of Object.keys(KINDS)) {
  test(`${kind}: turning a section off removes its own subtree and nothing else`, async () => {
    const { owner, flip, given } = await world(kind);
    const start = publicPartner(panel.ctx.config, owner);
    let on = await given();
    for (const section of SECTIONS) {
      const wasOn = sectionOn(start, section);
      const possible = wasOn || section !== 'applications' || start.is_nucal_partner;
      const before = on;
      if (!wasOn && possible) {
        await flip(section, true);
        on = await given();
      }
      await flip(section, false);
      const off = await given();
      const expected = possible ? belonging(on, section) : [];
      assert.deepEqual(minus(on, off), expected, `${section} takes away`);
      assert.deepEqual(minus(off, on), [], `${section} off brings nothing`);
      if (!wasOn && possible) assert.deepEqual(off, before, `${section} off is what it was before it was on`);
      // What does not come back is missing for the next section.
      if (wasOn) await flip(section, true);
      else on = off;
    }
    assert.deepEqual(await given(), on, 'switching on brings everything back without a release');
  });
}

test('the walk covered pages, menu entries, remotes and calls of every section that has any', async () => {
  const { given } = await world('everything on');
  const lines = await given();
  for (const section of SECTIONS) {
    const declared =
      REMOTES.some(({ routes }) => routes.some((route) => route.section === section)) ||
      allCalls.some(({ meta }) => meta.section === section);
    assert.equal(belonging(lines, section).length > 0, declared, section);
  }
});

test('with everything off staff can still switch it on again, and customers can still sign in and out', async () => {
  const { owner, flip, given } = await world('everything on');
  for (const section of SECTIONS) await flip(section, false);
  const lines = await given();
  for (const line of [
    'admin page /admin/sections',
    'admin page /admin/branding',
    'admin menu admin: Sections /admin/sections',
    'customer page /dashboard',
    'visitor page /login',
    'customer page /my-account/profile',
  ])
    assert.ok(lines.includes(line), line);
  for (const role of ['customer', 'admin'] as const) {
    const user = await panel.addUser(owner, role);
    const { redirectUrl } = await good<{ redirectUrl: string }>(
      panel.browser(owner).post('/login', { email: user.email, password: 'Correct1Horse' }),
    );
    assert.ok(lines.includes(`${role} page ${redirectUrl}`), `${role} comes to ${redirectUrl}, which is there`);
  }
});
