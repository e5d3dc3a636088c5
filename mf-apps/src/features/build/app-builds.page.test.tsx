import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { openPage } from '../../testing/open.ts';

const LONG = { timeout: 20_000 };

const ended = (id: string) =>
  waitFor(async () => expect((await api.app.build({ id })).status).toBe('success'), { ...LONG, interval: 100 });

/** Opens the builds of an application: two releases, and a build that runs until it is cancelled. */
async function openBuilds() {
  const opened = await openPage({ path: '/apps' });
  await screen.findByRole('heading', { name: 'No applications yet' });
  const repository = 'https://git.example.com/team/app.git';
  const from = { source: 'git', repository, branch: 'main' } as const;
  const { app_id: id, build_id } = await api.app.existingApp({ fqdn: 'rolled', from });
  await ended(build_id);
  await ended((await api.app.deploy({ id })).build_id);
  await api.app.update({ id, branch: 'hangs' });
  const { build_id: running } = await api.app.deploy({ id });
  await act(() => opened.router.navigate(`/manage-app/build/${id}`));
  return { ...opened, running };
}

test('a roll-back waits while a task works on the application, says why, and is possible by itself once that has ended', async () => {
  const { user, running, notices } = await openBuilds();
  await user.click(await screen.findByRole('button', { name: 'Actions for Build 1' }));
  const menu = within(await screen.findByRole('menu'));
  const rollBack = () => menu.getByRole('menuitem', { name: /^Roll back to this release/ });
  expect(rollBack()).toHaveAttribute('aria-disabled', 'true');
  expect(rollBack()).toHaveAccessibleDescription('This application is being changed. Wait until that finishes.');
  await act(() => api.app.cancelBuild({ id: running }));
  await waitFor(() => expect(rollBack()).not.toHaveAttribute('aria-disabled'), LONG);
  await user.click(rollBack());
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Publish this release' }));
  const first = screen.getByRole('row', { name: /Build 1\b/ });
  expect(await within(first).findByText('Live', {}, LONG)).toBeVisible();
  expect(screen.getAllByText('Live')).toHaveLength(1);
  expect(notices).toEqual([]);
});
