import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import type { Duplex } from 'node:stream';
import path from 'node:path';
import { addressKey } from '../lib/client-address.ts';
import type { Endpoint, PublicFiles } from '../hosting/driver.ts';
import { isSiteAddress } from '../hosting/egress/own-site.ts';
import { workloadOf } from '../hosting/preview-id.ts';
import { HostingError } from '../hosting/hosting-error.ts';
import { isAssetName } from '../lib/content-type.ts';
import { safePath, sendFile } from '../hosting/static/static-files.ts';
import { serveStaticSite } from '../hosting/static/static-handler.ts';
import type { Upgrade } from '../listen/upgrade.ts';
import { createSlots } from '../lib/slots.ts';
import { databaseSession, isDatabaseTool, TOOL_COOKIES } from './database-tool.ts';
import { createFormPosts, isFormPost } from './form-post.ts';
import { createAnswerPace } from './answer-pace.ts';
import { answering, stillServed } from './api-part.ts';
import { boundedLog } from './bounded-log.ts';
import { createEdgeCache, type From } from './cache/index.ts';
import { cachedDirectory } from './directory-cache.ts';
import { FAILURE_PAGES, REFUSAL_PAGES, sendPage, sendPlain, sendRedirect, sendTo, pageInstead } from './edge-pages.ts';
import type { PageName } from './edge-pages.ts';
import type { EdgeOptions, EdgePartner, EdgeSite } from './edge-types.ts';
import { hostName } from '../lib/host-name.ts';
import { describeWork } from '../lib/running-work.ts';
import { createPassOn } from './pass-on.ts';
import { createPreviewTraffic } from './preview-traffic.ts';
import { proxyRequest } from './proxy.ts';
import type { ProxyResult } from './proxy.ts';
import { createBodyStore } from './request-body.ts';
import type { RequestBody } from './request-body.ts';
import { PASS_COOKIES } from './site-pass.ts';
import { ASK_PASSWORD, createPasswordGuard } from './site-password.ts';
import { keepUnlisted, unlistedRules } from './unlisted.ts';
import { createVisitorFacts } from './visitor-facts.ts';
import { createTrafficMeter, isNavigation } from './traffic-meter.ts';
import { createWebSockets } from './websocket.ts';
import { handshakeRefusal } from './websocket-handshake.ts';

export type Edge = {
  /** Whether a Host header names a hosted site, or an address below a partner's domain where one could be. */
  handles(host: string | undefined): Promise<boolean>;
  /** `upgrade`: when the request asks for a WebSocket. */
  handle(req: IncomingMessage, res: ServerResponse, upgrade?: Upgrade): Promise<void>;
  /** Drops cached data about a host, after a change of its site, and closes WebSockets of a site that is no longer served. */
  invalidate(host: string): void;
  /** Drops what the cache of this process has of a site: all (`/*`), a folder (`/images/*`), or single addresses. */
  purge(siteId: string, addresses: readonly string[], generation?: number): void;
  /** Reads everything about hosts again: messages about changes may have been lost. `isWrong`: what is known does not count until then. */
  refresh(isWrong?: boolean): void;
  /** Stores the traffic counted so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

/** Of RFC 8555, 8.3. */
const CHALLENGE = /^\/\.well-known\/acme-challenge\/([\w-]{1,128})$/;
/** A year. */
const HSTS = 'max-age=31536000';

/** `session`: of the database tool, when the request is for that. */
type ForwardOptions = { session?: string | null; upgrade?: Upgrade };

/** One address gets at most this share of a site's request slots, so that it cannot block all others. */
const ADDRESS_SHARE = 3 / 4;

/** The part of the server that answers for hosted sites, by host name, in front of the panel on the same port. */
export function createEdge({
  directory,
  driver,
  metrics,
  limits,
  attempts,
  database,
  forms,
  regionOf,
  elsewhere,
  clock,
  log: fullLog,
  config,
}: EdgeOptions): Edge {
  const log = boundedLog(fullLog, clock);
  const keepMs = Math.min(config.directoryCacheMs ?? 2_000, 2_000);
  const sites = cachedDirectory(directory, clock, keepMs);
  const vacancies = cachedDirectory({ resolve: directory.partnerOf }, clock, keepMs);
  const passwords = createPasswordGuard(clock, attempts);
  const pictures = createPreviewTraffic(clock, (req) => addressOf(req));
  const bodies = createBodyStore({
    folder: config.uploadDir ?? path.join(tmpdir(), 'panel-uploads'),
    idleMs: config.uploadIdleMs,
    diskTotal: config.uploadDiskBytes,
    isDiskLow: config.isDiskLow,
  });
  const slots = createSlots();
  const formPosts = createFormPosts({ forms, attempts, slots, clock });
  const cache = createEdgeCache({
    clock,
    folder: config.cacheDir ?? path.join(tmpdir(), 'panel-cache'),
    isDiskLow: config.isDiskLow ?? (async () => false),
    panelCookies: config.panelCookies,
    contentMark: driver.contentMark,
  });
  const pace = createAnswerPace(clock, config.answerPace);
  const visitors = createVisitorFacts(config.trusted, config.publicProtocol);
  const { addressOf, protocolOf } = visitors;
  const passOn = createPassOn(elsewhere, visitors, ({ fqdn }) => {
    sites.invalidate(fqdn.toLowerCase());
    return find(fqdn);
  });
  const meter = createTrafficMeter({ sink: metrics, clock, log, addressOf, regionOf });
  const timer = setInterval(() => void meter.flush(), config.metricsFlushMs ?? 5_000).unref();
  const webSockets = createWebSockets({
    idleMs: config.webSocketIdleMs ?? 120_000,
    stallMs: config.stallMs ?? 30_000,
    pace: (siteId, bytes) => pace.spend(siteId, bytes),
    async isServed(site) {
      if (elsewhere?.mayServe() === false) return false;
      const now = stillServed(await sites.resolve(site.fqdn.toLowerCase()), site);
      if (now === null || now.redirectTo !== undefined || pageInstead(now)) return false;
      return JSON.stringify(now.passwordProtection) === JSON.stringify(site.passwordProtection);
    },
  });
  // A message about a change may be lost.
  const looking = setInterval(() => void webSockets.look(), config.webSocketLookMs ?? 5_000).unref();

  const foundIn =
    <T>({ resolve }: { resolve(host: string): Promise<T | null> }) =>
    async (header: string | undefined): Promise<T | null> => {
      const host = hostName(header);
      return host === null ? null : resolve(host);
    };
  const find = foundIn<EdgeSite>(sites);
  /** The partner of an address without a site, whose name a visitor of the address sees. */
  const vacancy = foundIn<EdgePartner>(vacancies);

  /** The endpoint of a started site, or the page to show instead. */
  const started = async (site: EdgeSite, navigation: boolean): Promise<Endpoint | PageName> => {
    const start = driver.start(site.siteId).catch((error: unknown): PageName => {
      if (error instanceof HostingError && error.code === 'BUSY') return 'busy';
      if (error instanceof HostingError && error.code === 'HELD') return 'resting';
      log.warn({ siteId: site.siteId, err: error }, 'a site could not be started');
      return site.status === 'processing' ? 'notReady' : 'badGateway';
    });
    const [waitMs, instead] = navigation
      ? ([config.waitingPageAfterMs ?? 1_500, 'starting'] as const)
      : ([config.startDeadlineMs ?? 30_000, 'timeout'] as const);
    let deadline: NodeJS.Timeout | undefined;
    const late = new Promise<PageName>((resolve) => {
      deadline = setTimeout(() => resolve(instead), waitMs);
    });
    return Promise.race([start, late]).finally(() => clearTimeout(deadline));
  };

  /** Sends the request to the site, with one retry where that is safe, and reports what is wrong otherwise. */
  const ask = async (
    site: EdgeSite,
    req: IncomingMessage,
    res: ServerResponse,
    body: RequestBody | null,
    late: () => void,
    { session = null, upgrade }: ForwardOptions,
  ): Promise<PageName | null> => {
    const options = {
      fqdn: site.fqdn.toLowerCase(),
      protocol: protocolOf(req),
      address: addressOf(req),
      panelCookies: [...config.panelCookies, ...TOOL_COOKIES, ...PASS_COOKIES],
      databaseSession: session,
      hideAuthorization: site.passwordProtection !== null,
      siteMs: Math.min(site.limits.requestSeconds * 1000, config.requestMs ?? Infinity),
      stallMs: config.stallMs ?? 30_000,
      pace: (bytes: number) => pace.spend(site.siteId, bytes),
      ...(upgrade && {
        open: (answer: IncomingMessage, connection: Duplex, first: Buffer) =>
          webSockets.open(site, upgrade, { req, res: answer, connection, first }),
      }),
    };
    const safe = req.method === 'GET' || req.method === 'HEAD';
    const tried = new Set<ProxyResult>();
    for (;;) {
      const endpoint = await started(site, isNavigation(req));
      if (typeof endpoint === 'string') return endpoint;
      // The visitor has left; the site does no more work for the request.
      if (res.destroyed) return null;
      const result = await proxyRequest(endpoint, req, res, body, options);
      if (result === 'timeout' || result === 'cut') {
        limits.hit(site.siteId, 'time');
        late();
      }
      if (result === 'done' || result === 'cut' || res.destroyed) return null;
      if (result === 'broken') log.warn({ siteId: site.siteId }, 'a site sent an invalid response');
      if (tried.has(result) || (result !== 'unreached' && !(result === 'silent' && safe))) return FAILURE_PAGES[result];
      tried.add(result);
      // Its server has died: drop it, so that the next start is a real one, unless another request has already
      // started a new one.
      if (result === 'unreached' && driver.endpoint(site.siteId)?.token === endpoint.token)
        await driver.stop(site.siteId);
    }
  };

  /** A request slot of a site; null when none gets free in time, or the visitor leaves. */
  const slotFor = async (key: string, most: number, res: ServerResponse): Promise<(() => void) | null> => {
    const free = slots.enter(key, most);
    if (free !== null) return free;
    const patience = new AbortController();
    const end = () => patience.abort();
    const deadline = setTimeout(end, config.slotWaitMs ?? 2_000);
    res.once('close', end);
    return slots.wait(key, most, patience.signal).finally(() => {
      clearTimeout(deadline);
      res.off('close', end);
    });
  };

  /**
   * Forwards a request to the site's own server. Only a complete request counts for the site, keeps it running or
   * starts it.
   */
  const forward = async (
    site: EdgeSite,
    req: IncomingMessage,
    res: ServerResponse,
    options: ForwardOptions = {},
  ): Promise<void> => {
    const hasBody = req.headers['content-length'] !== undefined || req.headers['transfer-encoding'] !== undefined;
    const body = hasBody
      ? await bodies.receive(req, config.maxBodyBytes ?? 256 * 1024 * 1024, {
          siteId: site.siteId,
          ip: addressOf(req),
        })
      : null;
    if (body === 'gone') return void res.destroy();
    if (typeof body === 'string') return sendPage(res, REFUSAL_PAGES[body], site.partner, { connection: 'close' });
    const most = site.limits.concurrentRequests;
    const leaveAddress = await slotFor(
      `${site.siteId} ${addressKey(addressOf(req))}`,
      Math.ceil(most * ADDRESS_SHARE),
      res,
    );
    const leave = leaveAddress && (await slotFor(site.siteId, most, res));
    try {
      if (leave === null) {
        limits.hit(site.siteId, 'requests');
        return sendPage(res, 'busy', site.partner);
      }
      const release = driver.lease?.(site.siteId);
      const page = await ask(site, req, res, body, () => release?.('late'), options).finally(() => {
        // A site sleeps while nobody is connected.
        if (options.upgrade?.isOpen()) res.once('close', () => release?.());
        else release?.();
      });
      if (page !== null) sendPage(res, page, site.partner);
    } finally {
      leave?.();
      leaveAddress?.();
      if (body !== null) body.release();
    }
  };

  /** The response without the cache. */
  const deliver = async (site: EdgeSite, req: IncomingMessage, res: ServerResponse, from: From): Promise<void> => {
    const files = (await driver.publicFiles?.(site.siteId, site.kind)) ?? null;
    from.file = true;
    if (files?.mode === 'site')
      return serveStaticSite(files.root, req, res, site.isPreview ? unlistedRules(files.rules) : files.rules);
    if (files?.mode === 'assets' && (await sendAsset(files, req, res))) return;
    from.file = false;
    await forward(site, req, res);
  };

  /** Passes a request for a WebSocket on. Files have none, so a site of files is not asked. */
  const connect = async (site: EdgeSite, req: IncomingMessage, res: ServerResponse, upgrade: Upgrade) => {
    const refusal = handshakeRefusal(req, upgrade.hasEarlyBytes);
    if (refusal !== null) return sendPlain(res, refusal.status, refusal.text, refusal.headers);
    const files = await driver.publicFiles?.(site.siteId, site.kind);
    if (files?.mode === 'site') return sendPlain(res, 400, 'There is no WebSocket at this address.\n');
    const leave = webSockets.enter(site, addressKey(addressOf(req)));
    if (leave === null) {
      limits.hit(site.siteId, 'requests');
      return sendPage(res, 'busy', site.partner);
    }
    if (res.closed) return leave();
    res.once('close', leave);
    await forward(site, req, res, { upgrade });
  };

  /** Challenges of a certificate authority, the way to the https address, and what browsers remember. Returns whether it has answered. */
  const answerHttps = async (
    site: EdgeSite,
    req: IncomingMessage,
    res: ServerResponse,
    isPart: boolean,
  ): Promise<boolean> => {
    const token = CHALLENGE.exec(req.url ?? '')?.[1];
    const answer = token === undefined ? null : ((await config.challenge?.(token, site.fqdn.toLowerCase())) ?? null);
    if (answer !== null) {
      sendPlain(res, 200, answer);
      return true;
    }
    if (protocolOf(req) === 'https') {
      if (site.https?.hsts) res.setHeader('strict-transport-security', HSTS);
      return false;
    }
    // The panel's previews of a site, and what the site asks itself, come without encryption.
    const stays = isPart || isSiteAddress(req.socket.remoteAddress);
    const address = site.https?.force && !stays ? config.httpsAddress?.(site.fqdn.toLowerCase()) : null;
    if (typeof address !== 'string') return false;
    sendTo(res, `${address}${req.url}`);
    return true;
  };

  const serve = async (site: EdgeSite, req: IncomingMessage, res: ServerResponse, upgrade?: Upgrade): Promise<void> => {
    const part = answering(site, req.url);
    const page = pageInstead(site) ?? pageInstead(part);
    if (page !== undefined) return sendPage(res, page, site.partner);
    // Its session is a better proof than the password of the site.
    if (isDatabaseTool(req) && !site.isPreview) {
      const opened = await databaseSession(database, site, req, res, protocolOf(req) === 'https');
      if (typeof opened === 'string') return sendPage(res, opened, site.partner);
      return opened === null ? undefined : forward(site, req, res, opened);
    }
    const secure = protocolOf(req) === 'https';
    const password = await passwords.check(site, { req, res, address: addressOf(req), secure });
    if (password === 'entered') return;
    if (password !== 'ok') return sendPage(res, password, site.partner, password === 'password' ? ASK_PASSWORD : {});
    if (part !== site) return upgrade ? connect(part, req, res, upgrade) : deliver(part, req, res, { file: false });
    if (isFormPost(req)) return formPosts(site, req, res, addressOf(req));
    if (upgrade) return connect(site, req, res, upgrade);
    const { siteId, cache: rules } = site;
    // While a task works on a site, its content is in between.
    if (!rules || site.status !== 'ready' || site.passwordProtection) return deliver(site, req, res, { file: false });
    const { cacheGeneration: generation = 0 } = site;
    await cache.serve({ siteId, rules, generation, protocol: protocolOf(req) }, req, res, (request, answer, from) =>
      deliver(site, request, answer, from),
    );
  };

  return {
    handles: async (host) => (await find(host)) !== null || (await vacancy(host)) !== null,
    async handle(req, res, upgrade) {
      try {
        if ((req.headersDistinct['host'] ?? []).length !== 1 || !req.url?.startsWith('/'))
          return sendPlain(res, 400, 'This request is not valid.\n');
        const site = await find(req.headers.host);
        if (site === null) {
          const partner = await vacancy(req.headers.host);
          if (partner !== null) return sendPage(res, 'vacant', partner);
          return sendPlain(res, 421, 'There is no site at this address. Check the spelling.\n');
        }
        describeWork({ kind: 'visit', name: 'request', siteId: workloadOf(site.siteId) });
        if (await passOn(site, req, res, upgrade)) return;
        if (site.isPreview) keepUnlisted(res);
        const isPart = pictures.isPart(req);
        if (await answerHttps(site, req, res, isPart)) return;
        if (site.redirectTo !== undefined) return sendRedirect(res, `${protocolOf(req)}://${site.redirectTo}`);
        if (!isPart && !isDatabaseTool(req)) meter.watch(workloadOf(site.siteId), req, res);
        await serve(site, req, res, upgrade);
      } catch (error) {
        log.warn({ host: req.headers.host, err: error }, 'a request could not be answered');
        if (res.headersSent) res.destroy();
        else sendPlain(res, 500, 'Something went wrong. Please try again in a minute.\n');
      }
    },
    invalidate(host) {
      const name = hostName(host);
      if (name === null) return;
      sites.invalidate(name);
      void webSockets.look(name);
    },
    purge: cache.purge,
    refresh(isWrong = false) {
      for (const known of [sites, vacancies]) known[isWrong ? 'forget' : 'expire']();
    },
    flush: () => meter.flush(),
    async close() {
      clearInterval(timer);
      clearInterval(looking);
      webSockets.close();
      await meter.flush();
    },
  };
}

/** Serves an asset of a WordPress from disk, without PHP. Browsers may cache versioned addresses for a year. */
async function sendAsset(
  { root, core }: Extract<PublicFiles, { mode: 'assets' }>,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<boolean> {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  const decoded = safePath(req.url ?? '/');
  if (decoded === null || !isAssetName(decoded)) return false;
  if (/[?&]ver=/.test(req.url ?? '')) res.setHeader('cache-control', 'public, max-age=31536000');
  const shared = core !== null && core.entries.includes(decoded.split('/')[1] ?? '');
  const sent = await sendFile(shared ? core.folder : root, decoded, req, res);
  if (!sent) res.removeHeader('cache-control');
  return sent;
}
