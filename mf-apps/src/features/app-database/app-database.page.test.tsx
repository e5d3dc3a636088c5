import { screen, waitFor, within } from '@testing-library/react';
import { openNewApp } from '../../testing/open.ts';

const LONG = { timeout: 20_000 };

test('a database is created, its credentials are shown when asked for, and it is deleted by its name', async () => {
  const { user } = await openNewApp('database', 'Database');
  expect(await screen.findByRole('heading', { name: 'No database yet' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create database' }));
  const card = await screen.findByRole('region', { name: 'Credentials' }, LONG);
  expect(screen.getByText('Ready')).toBeVisible();
  expect(within(card).queryByText(/^postgres:/)).toBeNull();
  await user.click(within(card).getByRole('button', { name: 'Show credentials' }));
  const first = (await within(card).findByText(/^postgres:\/\/app_\S+@127.0.0.1:5432\/app_/)).textContent;

  await user.click(within(card).getByRole('button', { name: 'New password' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'New password' }));
  const again = await screen.findByRole('button', { name: 'Show credentials' }, LONG);
  await waitFor(() => expect(again).not.toHaveAttribute('aria-disabled'), LONG);
  await user.click(again);
  const second = await screen.findByText(/^postgres:\/\/app_\S+@127.0.0.1:5432\/app_/, undefined, LONG);
  expect(second.textContent).not.toBe(first);

  await user.click(screen.getByRole('button', { name: 'Delete database' }));
  const dialog = screen.getByRole('dialog');
  await user.type(
    within(dialog).getByRole('textbox'),
    (await within(dialog).findAllByText(/^made\./))[0]?.textContent ?? '',
  );
  await user.click(within(dialog).getByRole('button', { name: 'Delete database' }));
  expect(await screen.findByRole('heading', { name: 'No database yet' }, LONG)).toBeVisible();
});
