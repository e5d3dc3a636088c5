import { waitFor } from '@testing-library/react';
import { api } from '@panel/core';

const TASK_MS = 30_000;

/** Waits until a task of the viewer of the open page has succeeded; returns the id of its site. */
export const siteOfTask = (taskId: string): Promise<string> =>
  waitFor(
    async () => {
      const task = await api.site.check({ taskId });
      expect(task.status).toBe('succeeded');
      return task.site_id ?? '';
    },
    { timeout: TASK_MS },
  );

async function startSite({ host }: { host: string }, name: string): Promise<{ taskId: string; fqdn: string }> {
  const fqdn = `${name}.${host.replace('.localhost', '-sites.localhost')}`;
  const { task_id: taskId } = await api.site.create({
    fqdn,
    type: 'wordpress',
    wp_info: {
      title: 'Bakery',
      admin_user: 'owner',
      admin_email: 'a@example.com',
      admin_password: 'a-good-password-1',
    },
  });
  return { taskId, fqdn };
}

/** Creates a site as the viewer of the open page; it is really hosted, and ready. */
export async function hostSite(on: { host: string }, name = 'bakery'): Promise<{ siteId: string; fqdn: string }> {
  const { taskId, fqdn } = await startSite(on, name);
  return { siteId: await siteOfTask(taskId), fqdn };
}

/**
 * Uses both tasks that a plan allows at a time, as the viewer of the open page, so that the next one waits until a test
 * has seen it. Returns what ends them.
 */
export async function holdTasks(on: { host: string }): Promise<() => Promise<void>> {
  const names = ['hang-start-a', 'hang-start-b'];
  const held = await Promise.all(names.map(async (name) => (await startSite(on, name)).taskId));
  await waitFor(
    async () => {
      const tasks = await Promise.all(held.map((taskId) => api.site.check({ taskId })));
      for (const { steps } of tasks) expect(steps.find(({ name }) => name === 'start')?.state).toBe('running');
    },
    { timeout: TASK_MS },
  );
  return async () => {
    for (const taskId of held) await api.task.cancel({ taskId });
  };
}
