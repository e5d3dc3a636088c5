import { limitsOfPlan } from '@panel/contract';
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { Server } from 'node:net';
import { CookieJar } from 'tough-cookie';
import { createEdge } from '../../src/edge/index.ts';
import { createMemoryCounter, type AttemptCounter } from '../../src/lib/attempt-counter.ts';
import type { Edge, EdgeConfig, EdgeOptions, EdgeSite, Traffic } from '../../src/edge/index.ts';

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string };
export type Ask = {
  path?: string;
  method?: string;
  headers?: Record<string, string | string[]>;
  body?: string;
  jar?: CookieJar;
  signal?: AbortSignal;
};

/** Traffic of one site and day. */
export type DayTraffic = Pick<Traffic, 'day' | 'requests' | 'bytes' | 'pageViews'>;

export type EdgeBench = {
  edge: Edge;
  port: number;
  sites: Map<string, EdgeSite>;
  traffic: Map<string, DayTraffic>;
  warnings: string[];
  /** Limits that were hit, as `siteId kind`. */
  hits: string[];
  clock: { now(): number; skip(ms: number): void };
  ask(host: string, options?: Ask): Promise<Answer>;
  close(): Promise<void>;
};

export const PARTNER = { companyName: 'Aurora <Hosting>', colors: { primary: '#0a7d5a' } };

export function edgeSite(siteId: string, fqdn: string, overrides: Partial<EdgeSite> = {}): EdgeSite {
  return {
    siteId,
    kind: 'wordpress',
    fqdn,
    status: 'ready',
    passwordProtection: null,
    partner: PARTNER,
    limits: limitsOfPlan('FREE').site,
    ...overrides,
  };
}

/** An edge on a port of its own, with directory and meter in memory. */
export async function openEdge(
  driver: EdgeOptions['driver'],
  config: Partial<EdgeConfig> = {},
  attempts?: AttemptCounter,
  database: EdgeOptions['database'] = { enter: async () => null, session: async () => null },
): Promise<EdgeBench> {
  const sites = new Map<string, EdgeSite>();
  const traffic = new Map<string, DayTraffic>();
  const warnings: string[] = [];
  const hits: string[] = [];
  let skipped = 0;
  const clock = { now: () => Date.now() + skipped, skip: (ms: number) => void (skipped += ms) };
  const metrics: EdgeOptions['metrics'] = {
    async store({ rows }) {
      for (const { siteId, ...more } of rows) {
        const key = `${siteId} ${more.day}`;
        const sum = traffic.get(key) ?? { day: more.day, requests: 0, bytes: 0, pageViews: 0 };
        traffic.set(key, {
          day: more.day,
          requests: sum.requests + more.requests,
          bytes: sum.bytes + more.bytes,
          pageViews: sum.pageViews + more.pageViews,
        });
      }
    },
  };
  const edge = createEdge({
    driver,
    metrics,
    limits: { hit: (siteId, kind) => void hits.push(`${siteId} ${kind}`) },
    attempts: attempts ?? createMemoryCounter(clock.now),
    database,
    clock,
    directory: {
      resolve: async (host) => sites.get(host) ?? null,
      partnerOf: async (host) => (host.endsWith('.sites.localhost') ? PARTNER : null),
    },
    log: { warn: (fields, message) => void warnings.push(`${message} ${JSON.stringify(fields)}`) },
    config: { panelCookies: ['panel_session', 'XSRF-TOKEN'], directoryCacheMs: 0, ...config },
  });
  const server = createServer((req, res) => void edge.handle(req, res));
  const port = await listen(server);
  return {
    ...{ edge, port, sites, traffic, warnings, hits, clock },
    ask: (host, options = {}) => ask(port, host, options),
    async close() {
      await edge.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') return reject(new Error('no port'));
      resolve(address.port);
    });
  });
}

/** One request with the given Host header; sends the cookies that a browser would. */
export async function ask(port: number, host: string, options: Ask = {}): Promise<Answer> {
  const { path = '/', method = 'GET', body, jar, signal } = options;
  const url = `http://${host}${path}`;
  const cookie = (await jar?.getCookieString(url)) ?? '';
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const headers = { accept: 'text/html', ...(cookie === '' ? {} : { cookie }), ...length, ...options.headers, host };
  const answer = await new Promise<Answer>((resolve, reject) => {
    const req = request({ host: '127.0.0.1', port, path, method, headers, agent: false, signal }, (res) => {
      const chunks: Buffer[] = [];
      res.on('data', (chunk: Buffer) => void chunks.push(chunk));
      res.once('error', reject);
      res.once('end', () =>
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    req.once('error', reject);
    req.end(body);
  });
  for (const set of answer.headers['set-cookie'] ?? []) await jar?.setCookie(set, url);
  return answer;
}

/** Signs in to wp-admin through the form, as a person does, and returns the next page. */
export async function logIn(port: number, host: string, user: string, password: string): Promise<Answer> {
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: false });
  await ask(port, host, { path: '/wp-login.php', jar });
  const form = new URLSearchParams({
    log: user,
    pwd: password,
    'wp-submit': 'Log In',
    redirect_to: `http://${host}/wp-admin/`,
    testcookie: '1',
  });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await ask(port, host, { path: '/wp-login.php', method: 'POST', body: form.toString(), headers, jar });
  const location = answer.headers.location;
  if (location === undefined) return answer;
  const next = new URL(location, `http://${host}`);
  if (next.host !== host) throw new Error(`the login leads to ${next.host}`);
  return ask(port, host, { path: next.pathname + next.search, jar });
}
