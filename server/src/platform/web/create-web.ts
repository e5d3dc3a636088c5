import { randomBytes } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { Hono, type Context } from 'hono';
import type { AnnouncementBanner, Boot, Partner, User } from '@panel/contract';
import { decideAccess, type Declared } from '@panel/contract/access';
import { fillRead, findRoute, type RouteMatch } from '@panel/contract/routing';
import { frameModel } from '@panel/frame';
import { SOURCE_LANGUAGE, type Language } from '@panel/contract/languages';
import { inLanguage } from '@panel/contract/manifest-words';
import { FILE_LIST } from '@panel/contract/wire';
import type { Override, Registry } from '@panel/contract/manifest';
import { pageLanguages } from '../../context/public-partner.ts';
import { CHAT_FRAME_HEADERS, CHAT_FRAME_PATH, chatFrameHtml } from './chat-frame.ts';
import { acceptedEncodings, missing, sendAsset, sendSourceMap } from './assets.ts';
import { WATCH_PATH, WATCH_SCRIPT } from './boot-watch.ts';
import { fileListOf, readsFileLists, sendFileList } from './file-list.ts';
import { htmlDocument, inlineScript, type Asset } from './document.ts';
import { frameWords, ownLabels } from './frame-words.ts';
import { initialHtml } from './initial-html.ts';
import { paymentSources } from './payment-sources.ts';
import { contentPolicy, INTEGRITY_POLICY, PAGE_HEADERS } from './policy.ts';
import { frameable, previewOf, shownTo } from './preview.ts';
import { declaredWith, originsOf, withOverride, withOverrides, type Overrides } from '../override/overrides.ts';
import { keptManifest } from '../registry/kept-manifest.ts';
import { pageFiles, registryOf } from '../registry/registry.ts';
import { NEW_PAGE, SHELL_ID, type ReleaseSet, type ReleaseSource, type Served, type Tab } from './release-source.ts';

/** The visitor of a page, from session and host. */
export type Visit = {
  partner: Partner;
  user: User | null;
  /** Whether a customer has a site. */
  hasSites?: boolean;
  /** What a customer's banner shows. */
  announcement?: AnnouncementBanner | null;
  mailOutbox: string | null;
  override?: Override;
  /** Identifies a browser without a session, once it has a cookie. */
  visitor?: string | null;
  /** `shell@version` that the browser could not run. */
  avoid?: readonly string[];
  language?: Language;
};

export type WebOptions = {
  releases: ReleaseSource;
  /** Partner and user of a request; for an unknown host it throws or returns a response. */
  visitOf: (c: Context) => Promise<Visit | Response> | Visit | Response;
  overrides?: Overrides;
  /** Whose card form a page of a partner may show; null for none. */
  paymentsOf?: (partnerId: string, page: string | undefined) => Promise<{ cardForm: string | null } | null>;
};

export type Web = {
  app: Hono;
  /** For calls: the remotes that a page would contain. */
  openRegistry: OpenRegistry;
};

/** The caller; `visitor` identifies a browser without a session. */
export type RegistryQuery = {
  partnerId: string;
  userId?: string;
  visitor: string | null;
  tab?: Tab;
  language?: Language;
};

/** The current registry: the part of the chosen releases that a partner and a user can load. */
export type RegistryFor = (partner: Partner, user: User | null) => Registry;

/** Chooses a visitor's current releases. */
export type OpenRegistry = (query: RegistryQuery) => Promise<RegistryFor>;

const isAssetPath = (path: string): boolean => /\.[a-z0-9]{1,8}$/i.test(path.split('/').at(-1) ?? '');

const declaredOf = (set: ReleaseSet): Declared[] => [set.shell, ...set.remotes].map(({ release }) => release.manifest);

/** An address of a release with its hash, if the release lists it. */
function assetOf({ shell, remotes }: ReleaseSet, href: string): Asset {
  const owner = [shell, ...remotes].find(({ base }) => href.startsWith(base));
  return { href, integrity: owner?.release.integrity[href.slice(owner.base.length)] };
}

/** The integrity data of the shell's files: the hash of their list, or all hashes. */
const shellFiles = ({ base, release }: Served): Boot['shell'] =>
  readsFileLists(release)
    ? { base, integrity: {}, files: fileListOf(release).integrity }
    : { base, integrity: release.integrity };

/** Files that the page of a path needs besides the shell's own script. */
function preloadsOf(set: ReleaseSet, remoteId: string, page: string, overridden: boolean): string[] {
  if (remoteId === SHELL_ID) return pageFiles(set, set.shell, page);
  const built = set.remotes.find(({ release }) => release.package === remoteId);
  if (!built || overridden || built.refused) return [];
  const { entry, preload } = built.release;
  return [...[entry, ...preload].map((file) => built.base + file), ...pageFiles(set, built, page)];
}

/** The reads of a path's page, if all their parameters are known. */
const readsOf = ({ route, params }: RouteMatch): string[] =>
  (route.reads ?? []).flatMap((read) => fillRead(read, params) ?? []);

function sendHtml(c: Context, html: string, status: 200 | 404, policies: Readonly<Record<string, string>>): Response {
  const headers: Record<string, string> = {
    ...PAGE_HEADERS,
    'content-type': 'text/html; charset=utf-8',
    ...policies,
    vary: 'accept-encoding, accept-language, cookie',
  };
  const encoding = acceptedEncodings(c.req.header('accept-encoding'))[0]?.name;
  if (encoding === 'br') {
    const small = brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
    return c.body(small, status, { ...headers, 'content-encoding': 'br' });
  }
  if (encoding === 'gzip') return c.body(gzipSync(html), status, { ...headers, 'content-encoding': 'gzip' });
  return c.body(html, status, headers);
}

/**
 * Serves everything except calls: immutable files of releases, and for every other address the page with brand, data
 * and the initial frame. Mount it last.
 */
export function createWeb({ releases, visitOf, overrides = {}, paymentsOf }: WebOptions): Web {
  const app = new Hono();
  const setFor = ({ partnerId, userId, visitor, tab = NEW_PAGE }: RegistryQuery) =>
    releases.setFor({ partnerId, key: userId ?? visitor }, tab);
  const within =
    (set: ReleaseSet, language: Language | undefined): RegistryFor =>
    (partner, user) =>
      withOverrides(registryOf(set, partner, user, language), overrides);

  app.get(`/shell/:version/${FILE_LIST}`, (c) => sendFileList(c, releases, { package: SHELL_ID, ...c.req.param() }));
  app.get(`/remotes/:package/:version/${FILE_LIST}`, (c) => sendFileList(c, releases, c.req.param()));
  const sendMap = async (c: Context, { file, ...id }: { package: string; version: string; file: string }) => {
    const visit = await visitOf(c);
    if (visit instanceof Response) return visit;
    return sendSourceMap(c, releases, visit.user, { ...id, script: file.replace(/\.map$/, '') });
  };
  app.get('/shell/:version/:file{.+\\.map}', (c) => sendMap(c, { package: SHELL_ID, ...c.req.param() }));
  app.get('/remotes/:package/:version/:file{.+\\.map}', (c) => sendMap(c, c.req.param()));
  app.get('/shell/:version/:file', (c) => sendAsset(c, releases, { package: SHELL_ID, ...c.req.param() }));
  app.get('/remotes/:package/:version/:file', (c) => sendAsset(c, releases, c.req.param()));

  app.get(WATCH_PATH, (c) =>
    c.body(WATCH_SCRIPT, 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    }),
  );

  app.get(CHAT_FRAME_PATH, async (c) => {
    const visit = await visitOf(c);
    if (visit instanceof Response) return visit;
    const html = chatFrameHtml(visit.partner.attributes.ONLINE_CHAT_SCRIPT);
    return html ? c.body(html, 200, CHAT_FRAME_HEADERS) : missing(c);
  });

  app.get('*', async (c) => {
    // As the browser's own router sees it: Hono has already decoded its path once.
    const { pathname: path, search } = new URL(c.req.url);
    if (path.startsWith('/shell/') || path.startsWith('/remotes/')) return missing(c);
    const visit = await visitOf(c);
    if (visit instanceof Response) return visit;
    const { partner, mailOutbox, language = SOURCE_LANGUAGE } = visit;
    const preview = previewOf(c.req.url, visit.user);
    const user = shownTo(preview, visit.user);
    const set = await setFor({
      partnerId: partner.id,
      userId: user?.id,
      visitor: visit.visitor ?? null,
      tab: { ...NEW_PAGE, avoid: visit.avoid ?? [] },
    });
    const registryFor = within(set, language);
    const override = preview ? undefined : visit.override;
    const registry = withOverride(registryFor(partner, user), override, () =>
      registryFor(partner, user && { ...user, role: 'customer' }),
    );
    const match = findRoute(declaredWith(declaredOf(set), registry), path);
    if (!match && isAssetPath(path)) return missing(c);
    const access = match ? decideAccess(match.route, partner, user) : 'off';
    if (access === 'login') return c.redirect(`/login?next=${encodeURIComponent(path + search)}`);
    if (access === 'forbidden') return c.redirect('/forbidden');
    const open = access === 'ok' ? match : null;

    const nonce = randomBytes(16).toString('base64');
    const local = { ...overrides, ...(registry.override && { [registry.override.remote]: registry.override.entry }) };
    const shell = set.shell.release.manifest;
    const manifests = [
      keptManifest(shell, partner, language, () => inLanguage(shell, language, ownLabels(partner, language))),
      ...registry.remotes.map((remote) => remote.manifest),
    ];
    const { hasSites, announcement } = visit;
    const say = frameWords(language, partner);
    const frame = frameModel({
      manifests,
      partner,
      viewer: user,
      path,
      hasSites,
      announcement,
      language,
      say,
    });
    const connect = originsOf(local);
    const development = connect.filter((origin) => origin.startsWith('http'));
    const payment = paymentSources((await paymentsOf?.(partner.id, open?.route.path)) ?? null, open?.route.path);
    const scriptOrigins = [...development, ...payment.scripts];
    const inline = inlineScript(open && !search ? readsOf(open) : [], user, scriptOrigins);
    const html = htmlDocument({
      language,
      inline,
      boot: {
        partner: { ...partner, languages: pageLanguages(partner.languages, language) },
        user,
        hasSites,
        announcement,
        registry,
        shell: shellFiles(set.shell),
        nonce,
        mailOutbox,
      },
      view: set.view,
      title: frame.documentTitle,
      script: assetOf(set, set.shell.base + set.shell.release.entry),
      styles: set.shell.release.styles.map((file) => assetOf(set, set.shell.base + file)),
      preload: (open ? preloadsOf(set, open.remoteId, open.route.page, Object.hasOwn(local, open.remoteId)) : []).map(
        (href) => assetOf(set, href),
      ),
      frame: initialHtml(frame, open?.route.skeleton ?? 'text', say),
    });
    const policies = {
      'content-security-policy': contentPolicy({
        nonce,
        scripts: [inline],
        sitesDomain: partner.sitesDomain,
        connect,
        payment,
      }),
      ...(connect.length === 0 && payment.scripts.length === 0 && INTEGRITY_POLICY),
    };
    const answer = sendHtml(c, html, open ? 200 : 404, policies);
    return preview ? frameable(answer) : answer;
  });

  return {
    app,
    async openRegistry(query) {
      const set = await setFor(query);
      // A new page has nothing of a revoked release; an open tab may.
      const forTab = { ...(set.revoked?.length && { revoked: [...set.revoked] }), ...(set.view && { view: set.view }) };
      return (partner, user) => ({ ...within(set, query.language)(partner, user), ...forTab });
    },
  };
}
