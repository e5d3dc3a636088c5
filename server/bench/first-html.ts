import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { RemoteManifest, RouteDeclaration } from '@panel/contract/manifest';
import type { Build } from '@panel/contract/release';
import { packagesIn, readBuild } from '../src/platform/web/builds.ts';
import { createWeb } from '../src/platform/web/index.ts';
import { baseOf, type ReleaseSource, type Served } from '../src/platform/web/release-source.ts';
import { partnerOf, userOf } from '../test/web/fixture.ts';

/**
 * Size of the first HTML while the panel grows: from what is built here to a made-up registry of 117 routes, 8 remotes
 * and 400 files. The page is /sites of a customer of a partner with every section on, compressed as the server does it.
 */
const GOAL = { routes: 117, remotes: 8, files: 400 };
const LIMIT_KB = 10;
const STEPS = 5;

const repository = path.join(import.meta.dirname, '..', '..');
const built = packagesIn(repository).map((id) => readBuild(repository, id));

const WORDS =
  'backup domain certificate staging deploy database invoice member token webhook schedule region volume snapshot alert budget'.split(
    ' ',
  );
const word = (n: number): string => WORDS[n % WORDS.length] ?? '';
/** An incompressible hash, the same in every run. */
function hashOf(n: number): string {
  const bytes = Buffer.alloc(48);
  let state = n * 2654435761 + 12345;
  for (let i = 0; i < 48; i++) bytes[i] = (state = (state * 1103515245 + 12345) % 2 ** 31) >>> 16;
  return `sha384-${bytes.toString('base64')}`;
}

const routesOf = (builds: readonly Build[]): number =>
  builds.reduce((sum, { manifest }) => sum + manifest.routes.length, 0);
const filesOf = (builds: readonly Build[]): number =>
  builds.reduce((sum, { integrity }) => sum + Object.keys(integrity).length, 0);

const KINDS = ['list', 'form', 'detail', 'wizard', 'text'] as const;

function addRoute(build: Build, n: number): void {
  const [subject, action] = [word(n), word(n * 7 + 3)];
  const page = `${subject}-${action}-${n}`;
  const sample = build.manifest.routes[0];
  const route: RouteDeclaration = {
    path: `/manage-${subject}/${action}-${n}/:id?`,
    page,
    title: `${subject} ${action}s ${n}`,
    audience: 'customer',
    layout: sample?.layout ?? 'default',
    section: sample?.section,
    parent: sample?.path,
    skeleton: KINDS[n % KINDS.length] ?? 'list',
    reads: [`/site/${subject}/:id/${action}`],
  };
  const manifest = build.manifest as RemoteManifest;
  manifest.routes.push(route);
  if (n % 2 === 0)
    manifest.menu.push({ menu: 'manage-site', label: route.title, to: route.path, icon: 'sites', order: n });
  build.pages[page] = { files: [], shared: n % 3 === 0 ? ['@panel/ui/data'] : [] };
}

function addFile(build: Build, n: number): void {
  const file = `${(n * 37) % 1000}.${hashOf(n + 5000)
    .slice(7, 17)
    .replace(/[+/]/g, 'a')}.js`;
  build.integrity[file] = hashOf(n);
  const pages = Object.values(build.pages);
  pages[n % pages.length]?.files.push(file);
}

/** The registry at a fraction of its growth: 0 is what is built here, 1 is the goal. */
function grown(part: number): Build[] {
  const builds = structuredClone(built);
  const to = (from: number, goal: number): number => Math.round(from + (goal - from) * part);
  const template = builds.find(({ package: id }) => id === 'mf-help') as Build;
  for (let n = builds.length - 1; n < to(built.length - 1, GOAL.remotes); n++) {
    const id = `mf-${word(n)}s`;
    const remote = structuredClone(template);
    builds.push({
      ...remote,
      package: id,
      container: id.replace('-', '_'),
      pages: {},
      integrity: { [remote.entry]: hashOf(n + 9000) },
    });
    remote.manifest = { ...remote.manifest, id } as RemoteManifest;
    Object.assign(builds.at(-1) as Build, { manifest: { ...remote.manifest, name: id, routes: [], menu: [] } });
  }
  const remotes = builds.filter(({ package: id }) => id !== 'shell');
  for (let n = 0; routesOf(builds) < to(routesOf(built), GOAL.routes); n++)
    addRoute(remotes[n % remotes.length] as Build, n);
  for (let n = 0; filesOf(builds) < to(filesOf(built), GOAL.files); n++) addFile(builds[n % builds.length] as Build, n);
  return builds;
}

const partner = partnerOf({
  id: '3f0c1c1e-0000-4000-8000-000000000000',
  domain: 'aurora.example',
  domainAccessLink: 'https://aurora.example',
  sitesDomain: 'aurora-sites.example',
  favicon: '/brand-images/favicon/0123456789abcdef.svg',
  logo: '/brand-images/logo/0123456789abcdef.svg',
  logo_small: '/brand-images/logo_small/0123456789abcdef.svg',
  supportEmail: 'support@aurora.example',
  attributes: {
    RESELLER_COMPANY_NAME: 'Aurora',
    RESELLER_COMPANY_SLOGAN: 'Hosting that feels like home',
    CSS_NAV_BG_COLOR: '#1f2a44',
    CSS_BTN_BG_COLOR: '#3b6df0',
  },
});
const user = userOf('customer', { id: '3f0c1c1e-0000-4000-8000-000000000001' });

function sourceOf(builds: readonly Build[]): ReleaseSource {
  const served = builds.map((release): Served => ({ release, base: baseOf(release), refused: null }));
  const [shell, ...remotes] = served as [Served, ...Served[]];
  return {
    setFor: async () => ({
      shell,
      newestShell: shell.release.version,
      remotes,
      view: randomBytes(45).toString('base64url'),
    }),
    release: async () => null,
    file: async () => null,
    sourceMap: async () => null,
  };
}

type Size = { raw: number; brotli: number; ms: number };

async function sizeOf(builds: readonly Build[]): Promise<Size> {
  const { app } = createWeb({ releases: sourceOf(builds), visitOf: () => ({ partner, user, mailOutbox: null }) });
  const ask = async () => (await app.request('/sites')).text();
  const html = await ask();
  const times: number[] = [];
  for (let round = 0; round < 60; round++) {
    const began = performance.now();
    await (await app.request('/sites', { headers: { 'accept-encoding': 'br' } })).arrayBuffer();
    times.push(performance.now() - began);
  }
  const brotli = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
  return { raw: Buffer.byteLength(html), brotli, ms: times.sort((a, b) => a - b)[30] ?? 0 };
}

const kb = (bytes: number): string => (bytes / 1024).toFixed(1).padStart(9);
console.log('   routes  remotes    files   raw KB brotli KB ms/answer');
let last: Size = { raw: 0, brotli: 0, ms: 0 };
for (let step = 0; step < STEPS; step++) {
  const builds = grown(step / (STEPS - 1));
  last = await sizeOf(builds);
  const counts = [routesOf(builds), builds.length - 1, filesOf(builds)]
    .map((count) => String(count).padStart(9))
    .join('');
  console.log(`${counts}${kb(last.raw)} ${kb(last.brotli)} ${last.ms.toFixed(2).padStart(9)}`);
}
const isMet = last.brotli <= LIMIT_KB * 1024;
console.log(
  `First HTML at the goal: ${kb(last.brotli).trim()} KB brotli (wanted: at most ${LIMIT_KB} KB): ${isMet ? 'met' : 'MISSED'}`,
);
process.exitCode = isMet ? 0 : 1;
