import type { GithubAppConnection } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestServer } from '../../src/testing/index.ts';
import { appTenant, type AppTenant, type Created } from '../app/app-support.ts';
import { hmac, tell } from '../app/webhook-support.ts';
import { WEBHOOK_SECRET, type GithubHost } from './github-host.ts';

type Begun = { redirectUrl: string };

/** Where the browser comes back to that began to connect GitHub. */
export async function begin({ client }: AppTenant, github: GithubHost, login: string): Promise<string> {
  const begun = await client.post<Begun>('/github-app/connect', {});
  assert.equal(begun.status, 200, begun.text);
  const back = await github.agree(begun.body.redirectUrl, login);
  return back.pathname + back.search;
}

/** A customer who has connected GitHub. */
export async function connected(server: TestServer, github: GithubHost, login = 'ada'): Promise<AppTenant> {
  const own = await appTenant(server);
  const back = await own.client.get<Begun>(await begin(own, github, login));
  assert.equal(back.status, 200, back.text);
  const { body } = await own.client.get<GithubAppConnection>('/github-app/connection');
  assert.deepEqual(body, { is_configured: true, login, revocation: null });
  return own;
}

export const chosen = (name: string, repository = 'ada/shop', installation_id = 100) => ({
  fqdn: name,
  from: { source: 'github', repository, branch: 'main', installation_id },
});

/** An application of a repository by the App, whose first build has ended. */
export async function made(own: AppTenant, name: string, repository = 'ada/shop'): Promise<string> {
  const answer = await own.client.post<Created>('/nucal/existing/app', chosen(name, repository));
  assert.equal(answer.status, 200, answer.text);
  await own.builtTo(answer.body.build_id, 'success');
  return answer.body.app_id;
}

type More = { secret?: string; id?: string; host?: string; headers?: Record<string, string> };

/** Sends an event as GitHub does. */
export function event(server: TestServer, name: string, payload: unknown, { secret, id, host, headers }: More = {}) {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return tell(server, host ?? 'github.invalid', {
    path: '/github-app/webhook',
    body,
    headers: {
      ...{ 'x-github-event': name, 'x-github-delivery': id ?? randomUUID() },
      'x-hub-signature-256': `sha256=${hmac(secret ?? WEBHOOK_SECRET, body)}`,
      ...headers,
    },
  });
}
