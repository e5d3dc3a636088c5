import type { Migration, Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { until, type Answer, type Client, type TestServer } from '../../src/testing/index.ts';
import { tenant } from '../site/site-support.ts';

/** Requests a migration as the page does. */
export function request(client: Client, migration: Record<string, unknown>, zip?: Buffer): Promise<Answer> {
  const form = new FormData();
  form.append('migration', JSON.stringify(migration));
  if (zip) form.append('backupZipFile', new File([new Uint8Array(zip)], 'site.zip', { type: 'application/zip' }));
  return client.form('/migration/site', form);
}

/** The same, once it was accepted. */
export async function requested(client: Client, migration: Record<string, unknown>, zip?: Buffer): Promise<Migration> {
  const answer = await request(client, migration, zip);
  assert.equal(answer.status, 200, answer.text);
  return answer.body['data'] as Migration;
}

/** Uploads a newer backup for a complete copy. */
export function uploadedNewer(client: Client, id: string, zip: Buffer): Promise<Answer> {
  const form = new FormData();
  form.append('backupZipFile', new File([new Uint8Array(zip)], 'newer.zip', { type: 'application/zip' }));
  return client.form(`/migration/site/${id}/archive`, form);
}

export const moved = (client: Client, id: string, body: Record<string, unknown>): Promise<Answer> =>
  client.put(`/migration/site/${id}/status`, body);

export const shown = async (client: Client, id: string): Promise<Migration> =>
  (await client.get<Migration>(`/migration/site/${id}`)).body;

/** A customer, and an admin of the same partner. */
export async function world(server: TestServer) {
  const mine = await tenant(server);
  return { ...mine, staff: await server.as(mine.partner, await server.scenario.admin(mine.partner)) };
}

/** Waits for the end of the task that makes a zip of the archive. */
export const prepared = (client: Client, { task_id }: Migration): Promise<Task> =>
  until('the prepared archive', async () => {
    const task = (await client.get<Task>(`/task/${task_id}`)).body;
    return ['queued', 'running', 'cancelling'].includes(task.status) ? null : task;
  });
