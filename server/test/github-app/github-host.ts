import { createEmulator } from 'emulate';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../dns/pdns-process.ts';

const APP = { id: '4711', clientId: 'Iv23.panel', clientSecret: 'client-secret-of-tests' };
export const WEBHOOK_SECRET = 'webhook-secret-of-tests';
export const SLUG = 'our-panel';

type Answer = (req: IncomingMessage, res: ServerResponse) => void;
type Installed = { id: number; account: string; repos: readonly string[]; suspended_at?: string | null };
type Delivered = { status: number; event: string; result: string };

export type GithubHost = {
  url: string;
  env: Record<string, string>;
  /** What `/user/installations` says, by login. */
  installations: Map<string, Installed[]>;
  /** Answers a path before anything else. */
  answers: Map<string, Answer>;
  /** Method and path of each request, with its query, and the token that came with it. */
  requests: { line: string; token: string }[];
  /** Access that the App has ended: all of a token's user, or the token alone. */
  ended: { what: string; token: string }[];
  /** What the App has delivered, and where to. */
  delivered: Delivered[];
  deliverTo(port: number): void;
  /** Asks the emulator itself. */
  ask<T>(path: string, body?: unknown, method?: string): Promise<T>;
  /** What a person does at GitHub who agrees; returns where GitHub sends them. */
  agree(address: string, login: string): Promise<URL>;
  close(): Promise<void>;
};

export const answerWith =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (req, res) => {
    req.resume();
    res.writeHead(status, { 'content-type': 'application/json', ...headers });
    res.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

/**
 * The GitHub of `emulate`, with what it lacks in front of it: the installations of a user and their repositories, PKCE, and the end of access. Its
 * deliveries go to a panel that starts after it.
 */
export async function openGithub(): Promise<GithubHost> {
  const port = await freePort();
  const installations: GithubHost['installations'] = new Map();
  const answers: GithubHost['answers'] = new Map();
  const requests: GithubHost['requests'] = [];
  const delivered: Delivered[] = [];
  const ended: GithubHost['ended'] = [];
  const challenges = new Map<string, string>();
  let panel: number | null = null;

  const forward = (to: number, req: IncomingMessage, body: Buffer): Promise<{ head: IncomingMessage; body: Buffer }> =>
    new Promise((resolve, reject) => {
      const { url: path, method, headers } = req;
      const out = request({ host: '127.0.0.1', port: to, path, method, headers }, (head) => {
        buffer(head).then((content) => resolve({ head, body: content }), reject);
      });
      out.on('error', reject);
      out.end(body);
    });

  /** The repositories of an installation, with the user's own token. */
  async function reposOf({ repos }: Installed, authorization: string): Promise<unknown[]> {
    const found = await Promise.all(
      repos.map(async (name) => {
        const answer = await fetch(`http://127.0.0.1:${port}/repos/${name}`, { headers: { authorization } });
        return answer.ok ? ((await answer.json()) as unknown) : null;
      }),
    );
    return found.filter((repo) => repo !== null);
  }

  async function ofUser(url: URL, authorization: string): Promise<{ status: number; body: unknown }> {
    const user = await fetch(`http://127.0.0.1:${port}/user`, { headers: { authorization } });
    if (!user.ok) return { status: 401, body: { message: 'Bad credentials' } };
    const own = installations.get(((await user.json()) as { login: string }).login) ?? [];
    const [, id] = /^\/user\/installations\/(\d+)\/repositories$/.exec(url.pathname) ?? [];
    const page = Number(url.searchParams.get('page') ?? 1);
    if (id === undefined) {
      const rows = own.map((each) => ({
        ...{ id: each.id, account: { login: each.account, type: 'User' }, suspended_at: each.suspended_at ?? null },
        html_url: `http://${String(url.host)}/settings/installations/${each.id}`,
      }));
      return { status: 200, body: { total_count: rows.length, installations: page === 1 ? rows : [] } };
    }
    const installed = own.find((each) => each.id === Number(id));
    if (!installed) return { status: 404, body: { message: 'Not Found' } };
    const all = await reposOf(installed, authorization);
    const repositories = all.slice((page - 1) * 100, page * 100);
    return { status: 200, body: { total_count: all.length, repositories } };
  }

  /** Whether the code of a request was asked for with the challenge of its verifier. */
  function isProven(form: URLSearchParams): boolean {
    const expected = challenges.get(form.get('code') ?? '');
    const verifier = form.get('code_verifier') ?? '';
    return expected !== undefined && createHash('sha256').update(verifier).digest('base64url') === expected;
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', `http://${req.headers.host}`);
    const { authorization = '' } = req.headers;
    requests.push({ line: `${req.method} ${url.pathname}${url.search}`, token: authorization.replace('Bearer ', '') });
    const own = answers.get(url.pathname);
    if (own) return own(req, res);
    const body = await buffer(req);
    if (url.pathname.startsWith('/user/installations')) {
      const answer = await ofUser(url, authorization);
      return answerWith(answer.status, answer.body)(req, res);
    }
    const [, what] = new RegExp(`^/applications/${APP.clientId}/(grant|token)$`).exec(url.pathname) ?? [];
    if (what !== undefined) {
      const basic = `Basic ${Buffer.from(`${APP.clientId}:${APP.clientSecret}`).toString('base64')}`;
      if (req.method !== 'DELETE' || authorization !== basic) return answerWith(401, { message: 'Bad' })(req, res);
      ended.push({ what, token: (JSON.parse(body.toString()) as { access_token: string }).access_token });
      res.writeHead(204).end();
      return undefined;
    }
    if (url.pathname === '/github-app/webhook') {
      assert.ok(panel !== null);
      const answer = await forward(panel, req, body);
      const { result } = JSON.parse(answer.body.toString()) as { result: string };
      delivered.push({
        ...{ status: answer.head.statusCode ?? 0, result },
        event: String(req.headers['x-github-event']),
      });
      return answerWith(200, {})(req, res);
    }
    const isToken = url.pathname === '/login/oauth/access_token';
    const form = new URLSearchParams(isToken ? body.toString() : '');
    if (isToken && !isProven(form)) return answerWith(200, { error: 'bad_verification_code' })(req, res);
    const answer = await forward(port, req, body);
    const headers = { ...answer.head.headers };
    delete headers['transfer-encoding'];
    res.writeHead(answer.head.statusCode ?? 502, headers).end(answer.body);
  }

  const server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => {
      if (!res.headersSent) res.writeHead(599);
      res.end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const permissions = { contents: 'write', checks: 'write', metadata: 'read' };
  const emulator = await createEmulator({
    service: 'github',
    port,
    baseUrl: url,
    seed: {
      github: {
        users: [{ login: 'ada' }, { login: 'eve' }],
        repos: [
          ...['shop', 'blog'].map((name) => ({ owner: 'ada', name, private: true, auto_init: true })),
          { owner: 'eve', name: 'own', private: true, auto_init: true },
        ],
        oauth_apps: [{ client_id: APP.clientId, client_secret: APP.clientSecret, name: 'Panel', redirect_uris: [] }],
        apps: [
          {
            ...{ app_id: Number(APP.id), slug: SLUG, name: 'Our panel', permissions },
            ...{ events: ['push', 'pull_request'], webhook_secret: WEBHOOK_SECRET },
            webhook_url: `${url}/github-app/webhook`,
            installations: [
              { installation_id: 100, account: 'ada', repository_selection: 'all', permissions },
              { installation_id: 200, account: 'eve', repository_selection: 'all', permissions },
            ],
          },
        ],
      },
      tokens: { 'ada-token': { login: 'ada', scopes: ['repo', 'user'] } },
    },
  });
  const key = emulator.generatedSecrets.find(({ kind }) => kind === 'github.app_private_key')?.value ?? '';
  installations.set('ada', [{ id: 100, account: 'ada', repos: ['ada/shop', 'ada/blog'] }]);
  installations.set('eve', [{ id: 200, account: 'eve', repos: ['eve/own'] }]);
  return {
    ...{ url, installations, answers, requests, delivered, ended },
    env: {
      ...{ GITHUB_API_URL: url, GITHUB_URL: url, GITHUB_APP_ID: APP.id, GITHUB_APP_CLIENT_ID: APP.clientId },
      ...{ GITHUB_APP_CLIENT_SECRET: APP.clientSecret, GITHUB_APP_WEBHOOK_SECRET: WEBHOOK_SECRET },
      GITHUB_APP_PRIVATE_KEY: key,
    },
    deliverTo: (to) => void (panel = to),
    async ask<T>(path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: { authorization: 'Bearer ada-token', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      assert.ok(answer.ok, `${path}: ${answer.status} ${text}`);
      return JSON.parse(text) as T;
    },
    async agree(address, login) {
      const asked = new URL(address);
      assert.equal(asked.origin + asked.pathname, `${url}/login/oauth/authorize`);
      assert.equal(asked.searchParams.get('code_challenge_method'), 'S256');
      const form = new URLSearchParams({ login });
      for (const name of ['redirect_uri', 'state', 'client_id']) form.set(name, asked.searchParams.get(name) ?? '');
      const answer = await fetch(`${url}/login/oauth/callback`, { method: 'POST', body: form, redirect: 'manual' });
      const back = new URL(answer.headers.get('location') ?? '');
      challenges.set(back.searchParams.get('code') ?? '', asked.searchParams.get('code_challenge') ?? '');
      return back;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await emulator.close();
    },
  };
}
