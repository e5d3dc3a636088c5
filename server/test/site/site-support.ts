import type { Task } from '@panel/contract';
import assert from 'node:assert/strict';
import { Client, until, type PartnerRow, type TestServer, type UserRow } from '../../src/testing/index.ts';

export const WP_INFO = {
  title: 'A blog',
  admin_user: 'owner',
  admin_email: 'owner@example.com',
  admin_password: 'correct horse battery',
};

export type Tenant = { partner: PartnerRow; customer: UserRow; client: Client; fqdn(name: string): string };

/** A new partner with one signed-in customer. */
export async function tenant(
  server: TestServer,
  user: { isAbuseSystem?: boolean } = {},
  of?: PartnerRow,
): Promise<Tenant> {
  const partner = of ?? (await server.scenario.partner());
  const customer = await server.scenario.customer(partner, user);
  return {
    partner,
    customer,
    client: await server.as(partner, customer),
    fqdn: (name) => `${name}.${partner.sitesDomain}`,
  };
}

/** The body that creates a WordPress. */
export const newSite = (fqdn: string, more: Record<string, unknown> = {}) => ({
  fqdn,
  type: 'wordpress',
  wp_info: WP_INFO,
  ...more,
});

/** Waits for the end of a task as a browser would. */
export async function ended(client: Client, taskId: unknown): Promise<Task> {
  return until(`the end of task ${String(taskId)}`, async () => {
    const answer = await client.get<Task>(`/site/check/${String(taskId)}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.ended_at ? answer.body : null;
  });
}

/** Waits until a step of a task runs. */
export const taskAt = ({ client }: Pick<Tenant, 'client'>, id: string, step: string): Promise<Task> =>
  until(`${step} to run`, async () => {
    const { body } = await client.get<Task>(`/task/${id}`);
    return body.steps?.find(({ name, state }) => name === step && state === 'running') && body;
  });

/** Starts the creation of a site; returns its task. */
export async function startSite({ client, fqdn }: Tenant, name: string): Promise<string> {
  const started = await client.post('/site', newSite(fqdn(name)));
  assert.equal(started.status, 200, started.text);
  return String(started.body['task_id']);
}

/** Cancels tasks, which would hold a place of the worker while later tests run, and waits until they have ended. */
export async function cancelTasks({ client }: Tenant, ids: readonly string[]): Promise<void> {
  for (const id of ids) assert.equal((await client.post(`/task/${id}/cancel`)).status, 200);
  for (const id of ids) assert.equal((await ended(client, id)).status, 'cancelled');
}

/** Uses both tasks that the plan allows at a time, so that others wait. Returns what ends them. */
export async function holdTasks(own: Tenant): Promise<() => Promise<void>> {
  const held = [await startSite(own, 'hang-start-d'), await startSite(own, 'hang-start-e')];
  for (const id of held) await taskAt(own, id, 'start');
  return () => cancelTasks(own, held);
}

/** Creates a site and waits until it is ready. */
export async function readySite({ client, fqdn }: Tenant, name: string): Promise<{ site_id: string; fqdn: string }> {
  const started = await client.post('/site', newSite(fqdn(name)));
  assert.equal(started.status, 200, started.text);
  const task = await ended(client, started.body['task_id']);
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  assert.ok(task.site_id);
  return { site_id: task.site_id, fqdn: fqdn(name) };
}

async function removedAt(client: Client, path: string): Promise<Task> {
  const started = await client.delete(path);
  assert.equal(started.status, 200, started.text);
  const task = await ended(client, started.body['task_id']);
  assert.equal(task.status, 'succeeded', JSON.stringify(task.error));
  return task;
}

/** Deletes a site, then deletes it from the bin; returns the second task. */
export async function deletedForGood(client: Client, siteId: string): Promise<Task> {
  await removedAt(client, `/site/delete/${siteId}`);
  return removedAt(client, `/site/bin/${siteId}`);
}

/** A visitor's response from an address. */
export async function visit(server: TestServer, fqdn: string, path = '/', headers: Record<string, string> = {}) {
  return new Client(server.port, fqdn).get(path, { accept: 'text/html', ...headers });
}
