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

/** Creates a site as the viewer of the open page; it is really hosted, and ready. */
export async function hostSite({ host }: { host: string }, name = 'bakery'): Promise<{ siteId: string; fqdn: string }> {
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
  return { siteId: await siteOfTask(taskId), fqdn };
}
