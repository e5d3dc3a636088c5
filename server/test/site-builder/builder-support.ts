import type { BuilderDraft, BuilderPage, BuilderPublication, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Answer, Client } from '../../src/testing/index.ts';
import { ended, type Tenant } from '../site/site-support.ts';

/** A page with one paragraph. */
export const page = (title: string, more: Partial<BuilderPage> = {}): BuilderPage => ({
  ...{ id: randomUUID(), slug: title.toLowerCase(), title, description: '', html: `<p>${title}</p>`, css: '' },
  ...more,
});

/** A PNG of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Reserves a name and publishes the first page of the site builder. */
export async function builderSite({ client, fqdn, partner }: Tenant, name: string): Promise<string> {
  const reserved = await client.post('/site', { fqdn: fqdn(name), domain: partner.sitesDomain });
  const { site_id } = await ended(client, reserved.body['task_id']);
  const started = await client.post('/site/finalize', { site_id, type: 'site_builder' });
  assert.equal(started.status, 200, started.text);
  const done = await ended(client, started.body['task_id']);
  assert.equal(done.status, 'succeeded', JSON.stringify(done.error));
  return String(site_id);
}

export const draftOf = async (client: Client, id: string): Promise<BuilderDraft> =>
  (await client.get<BuilderDraft>(`/site/${id}/builder`)).body;

type Saved = { data: BuilderPublication };
export const save = (client: Client, id: string, revision: number, pages: BuilderPage[]): Promise<Answer<Saved>> =>
  client.put<Saved>(`/site/${id}/builder`, { revision, lang: 'en', pages });

/** Saves the pages as the next version. */
export async function saved(client: Client, id: string, pages: BuilderPage[]): Promise<number> {
  const answer = await save(client, id, (await draftOf(client, id)).revision, pages);
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.revision;
}

export async function published(client: Client, id: string): Promise<Task> {
  const { revision } = await draftOf(client, id);
  const started = await client.post(`/site/${id}/builder/publish`, { revision });
  assert.equal(started.status, 200, started.text);
  const done = await ended(client, started.body['task_id']);
  assert.equal(done.status, 'succeeded', JSON.stringify(done.error));
  return done;
}

export function uploadPicture(client: Client, id: string, bytes: Buffer, name = 'sea.png'): Promise<Answer> {
  const form = new FormData();
  form.append('file', new File([new Uint8Array(bytes)], name));
  return client.form(`/site/${id}/builder/pictures`, form);
}

/** A file of the draft, requested as a browser does. */
export const fileOf = (client: Client, id: string, name: string): Promise<Answer> =>
  client.get(`/site-builder-files/${id}/${name}`, { accept: 'text/html,image/*' });
