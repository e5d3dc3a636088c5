import type { AppDelivery, AppPush, DeliveryResult } from '@panel/contract';
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import type { TestServer } from '../../src/testing/index.ts';
import { fromGit, type AppTenant, type Created } from './app-support.ts';

export const hmac = (secret: string, body: string): string => createHmac('sha256', secret).update(body).digest('hex');
export const pushOf = (branch: string, more: object = {}): string =>
  JSON.stringify({ ref: `refs/heads/${branch}`, after: 'ab'.repeat(20), deleted: false, ...more });

export type Hooked = { id: string; secret: string; path: string };
type Told = { status: number; body: { result?: DeliveryResult; build_id?: string | null; code?: string } };

/** Sends bytes to a partner's panel as a server for Git would: no cookies, no token of forms. */
export const tell = (
  { port }: TestServer,
  host: string,
  given: { path: string; body?: string | Buffer; headers?: Record<string, string>; method?: string },
): Promise<Told> =>
  new Promise((resolve, reject) => {
    const { path, body = '', headers = {}, method = 'POST' } = given;
    const length = headers['content-length'] ?? String(Buffer.byteLength(body));
    const all = { host: `${host}:${port}`, 'content-type': 'application/json', ...headers, 'content-length': length };
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers: all }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (part: string) => void (text += part));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const isJson = incoming.headers['content-type']?.includes('json') && text !== '';
        resolve({ status: incoming.statusCode ?? 0, body: isJson ? (JSON.parse(text) as Told['body']) : {} });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** An application of a repository whose first build has ended, and its key for webhooks. */
export async function hooked(own: AppTenant, name: string, branch = 'main'): Promise<Hooked> {
  const made = await own.client.post<Created>('/nucal/existing/app', fromGit(name, branch));
  assert.equal(made.status, 200, made.text);
  await own.builtTo(made.body.build_id, 'success');
  return newKey(own, made.body.app_id);
}

/** A new key for webhooks. */
export async function newKey(own: AppTenant, id: string, kind = 'webhook'): Promise<Hooked> {
  const answer = await own.client.post<{ secret: string; url: string }>(`/nucal/app/${id}/push/secret`, { kind });
  assert.equal(answer.status, 200, answer.text);
  return { id, secret: answer.body.secret, path: new URL(answer.body.url).pathname };
}

export const deliveriesOf = async (own: AppTenant, id: string): Promise<AppDelivery[]> =>
  (await own.client.get<AppPush>(`/nucal/app/${id}/push`)).body.deliveries;
