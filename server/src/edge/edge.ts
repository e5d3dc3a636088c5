import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Endpoint } from '../hosting/driver.ts';
import { isAssetName } from '../hosting/static/content-type.ts';
import { safePath, sendFile } from '../hosting/static/static-files.ts';
import { serveStaticSite } from '../hosting/static/static-handler.ts';
import { cachedDirectory } from './directory-cache.ts';
import { sendPage, sendPlain } from './edge-pages.ts';
import type { PageName } from './edge-pages.ts';
import type { EdgeOptions, EdgeSite, EdgeSiteStatus } from './edge-types.ts';
import { normalizeHost } from './host-name.ts';
import { createOwnPictures } from './own-picture.ts';
import { proxyRequest } from './proxy.ts';
import type { ProxyResult } from './proxy.ts';
import { createPasswordGuard } from './site-password.ts';
import { createTrafficMeter, isNavigation } from './traffic-meter.ts';

export type Edge = {
  /** Whether a Host header names a hosted site. */
  handles(host: string | undefined): Promise<boolean>;
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Hosted sites have no websockets: refuses in HTTP. */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
  /** Forgets what is known about a host, after a change of its site. */
  invalidate(host: string): void;
  /** Hands over the traffic counted so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
};

const STATUS_PAGES: Partial<Record<EdgeSiteStatus, PageName>> = {
  pending: 'notReady',
  created: 'notReady',
  deploying: 'notReady',
  migrating: 'notReady',
  failed: 'failed',
  moving: 'deleting',
};

const FAILURE_PAGES: Record<Exclude<ProxyResult, 'done'>, PageName> = {
  unreached: 'badGateway',
  broken: 'badGateway',
  timeout: 'timeout',
  'too-large': 'tooLarge',
};

/** The part of the server that answers for hosted sites, by host name, in front of the panel on the same port. */
export function createEdge({ directory, driver, metrics, clock, log, config }: EdgeOptions): Edge {
  const sites = cachedDirectory(directory, clock, Math.min(config.directoryCacheMs ?? 2_000, 2_000));
  const passwords = createPasswordGuard(clock);
  const meter = createTrafficMeter(metrics, clock, log);
  const pictures = createOwnPictures(clock);
  const timer = setInterval(() => void meter.flush(), config.metricsFlushMs ?? 5_000).unref();

  const find = async (header: string | undefined): Promise<EdgeSite | null> => {
    const host = normalizeHost(header);
    return host === null ? null : sites.resolve(host);
  };

  /** The endpoint of a started site, or the page to show instead. */
  const started = async (site: EdgeSite, navigation: boolean): Promise<Endpoint | PageName> => {
    const start = driver.start(site.siteId).catch((error: unknown): PageName => {
      log.warn({ siteId: site.siteId, err: error }, 'a site could not be started');
      return site.status === 'processing' ? 'notReady' : 'badGateway';
    });
    const [waitMs, instead] = navigation ? ([config.waitingPageAfterMs ?? 1_500, 'starting'] as const) : ([config.startDeadlineMs ?? 30_000, 'timeout'] as const);
    let deadline: NodeJS.Timeout | undefined;
    const late = new Promise<PageName>((resolve) => {
      deadline = setTimeout(() => resolve(instead), waitMs);
    });
    return Promise.race([start, late]).finally(() => clearTimeout(deadline));
  };

  const forward = async (site: EdgeSite, req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const options = {
      fqdn: site.fqdn.toLowerCase(),
      protocol: config.publicProtocol ?? ('encrypted' in req.socket ? 'https' : 'http'),
      address: addressOf(req),
      panelCookies: config.panelCookies,
      hideAuthorization: site.passwordProtection !== null,
      timeoutMs: config.upstreamTimeoutMs ?? 90_000,
      maxBodyBytes: config.maxBodyBytes ?? 256 * 1024 * 1024,
    };
    for (let attempt = 0; ; attempt += 1) {
      const endpoint = await started(site, isNavigation(req));
      if (typeof endpoint === 'string') return sendPage(res, endpoint, site.partner);
      const result = await proxyRequest(endpoint, req, res, options);
      if (result === 'done') return;
      if (result === 'unreached' && attempt === 0 && !res.destroyed) {
        // Its server died since it was last heard of: forget it, so that the next start is a real one.
        // Unless another request has already started a new one.
        if (driver.endpoint(site.siteId)?.token === endpoint.token) await driver.stop(site.siteId);
        continue;
      }
      return sendPage(res, FAILURE_PAGES[result], site.partner, result === 'too-large' ? { connection: 'close' } : {});
    }
  };

  const serve = async (site: EdgeSite, req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const page = STATUS_PAGES[site.status];
    if (page !== undefined) return sendPage(res, page, site.partner);
    const password = await passwords.check(site, req.headers.authorization, addressOf(req));
    if (password === 'held') return sendPage(res, 'held', site.partner);
    if (password === 'ask') return sendPage(res, 'password', site.partner, { 'www-authenticate': 'Basic realm="Protected site", charset="UTF-8"' });
    const files = driver.publicFiles?.(site.siteId, site.kind) ?? null;
    if (files?.mode === 'site') return serveStaticSite(files.root, req, res);
    if (files?.mode === 'assets' && (await sendAsset(files.root, req, res))) return;
    await forward(site, req, res);
  };

  return {
    handles: async (host) => (await find(host)) !== null,
    async handle(req, res) {
      try {
        if ((req.headersDistinct['host'] ?? []).length !== 1 || !req.url?.startsWith('/')) return sendPlain(res, 400, 'This request is not valid.\n');
        const site = await find(req.headers.host);
        if (site === null) return sendPlain(res, 421, 'There is no site at this address. Check the spelling.\n');
        if (!pictures.isPart(req)) meter.watch(site.siteId, req, res);
        const release = driver.lease?.(site.siteId);
        if (release !== undefined) res.once('close', release);
        await serve(site, req, res);
      } catch (error) {
        log.warn({ host: req.headers.host, err: error }, 'a request could not be answered');
        if (res.headersSent) res.destroy();
        else sendPlain(res, 500, 'Something went wrong. Please try again in a minute.\n');
      }
    },
    async upgrade(req, socket) {
      const site = await find(req.headers.host).catch(() => null);
      const status = site === null ? '421 Misdirected Request' : '501 Not Implemented';
      socket.on('error', () => socket.destroy());
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    },
    invalidate(host) {
      const name = normalizeHost(host);
      if (name !== null) sites.invalidate(name);
    },
    flush: () => meter.flush(),
    async close() {
      clearInterval(timer);
      await meter.flush();
    },
  };
}

/** Serves an asset of a WordPress from disk: PHP is for pages. Versioned addresses may be kept for a year. */
async function sendAsset(root: string, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
  if (req.method !== 'GET' && req.method !== 'HEAD') return false;
  const decoded = safePath(req.url ?? '/');
  if (decoded === null || !isAssetName(decoded)) return false;
  if (/[?&]ver=/.test(req.url ?? '')) res.setHeader('cache-control', 'public, max-age=31536000');
  const sent = await sendFile(root, decoded, req, res);
  if (!sent) res.removeHeader('cache-control');
  return sent;
}

function addressOf(req: IncomingMessage): string {
  return (req.socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '');
}
