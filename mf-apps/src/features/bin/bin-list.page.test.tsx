import { screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { openPage } from '../../testing/open.ts';

const LONG = { timeout: 30_000 };
type User = Awaited<ReturnType<typeof openPage>>['user'];

async function choose(user: User, name: RegExp, action: string) {
  const row = within(await screen.findByRole('row', { name }, LONG));
  await user.click(row.getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
}

test('a deleted application is in the bin, is restored, and at last deleted for good', async () => {
  const { user, router, address, scenario } = await openPage({ path: '/new-app' });
  await user.type(await screen.findByRole('textbox', { name: /App Domain Name/ }), 'binned');
  await user.click(screen.getByRole('button', { name: 'Create application' }));
  await screen.findByRole('heading', { name: 'Your application is live', level: 1 }, LONG);
  const id = new URLSearchParams(router.state.location.search).get('app') ?? '';
  const { fqdn } = await api.app.byId({ id });
  const remove = async () => {
    await router.navigate('/apps');
    await choose(user, /binned/, 'Delete');
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete Application' }));
    expect(dialog.getByText(/Until then the application is in the bin, and you can restore it/)).toBeVisible();
    expect(dialog.getByText(/^All backups of the application/)).toBeVisible();
    await user.type(dialog.getByRole('textbox'), fqdn);
    await user.click(dialog.getByRole('button', { name: 'Delete Application' }));
    await screen.findByRole('heading', { name: 'No applications yet' }, LONG);
  };

  await remove();
  await user.click(screen.getByRole('link', { name: 'Bin' }));
  expect(address()).toBe('/apps/bin');
  const row = within(await screen.findByRole('row', { name: /binned/ }, LONG));
  expect(row.getByText('7 days left')).toBeVisible();
  expect(row.getByText(`by ${scenario.user?.email}`)).toBeVisible();
  await choose(user, /binned/, 'Restore');
  expect(await screen.findByRole('heading', { name: 'The bin is empty' }, LONG)).toBeVisible();
  await waitFor(async () => expect((await api.app.byId({ id })).status).toBe('ready'), LONG);

  await remove();
  await router.navigate('/apps/bin');
  await choose(user, /binned/, 'Delete now');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete application for good' }));
  expect(dialog.getByText(/builds, logs, settings and backups$/)).toBeVisible();
  await user.type(dialog.getByRole('textbox'), fqdn);
  await user.click(dialog.getByRole('button', { name: 'Delete now' }));
  expect(await screen.findByRole('heading', { name: 'The bin is empty' }, LONG)).toBeVisible();
});
