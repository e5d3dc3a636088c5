import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const LONG = { timeout: 20_000 };

/** Makes an application, and opens its build settings by the menu of its page. */
async function openSettings() {
  const rendered = await renderPage({ remote: { manifest, pages }, path: '/new-app', partner: { special: true } });
  const { user, router } = rendered;
  await user.type(await screen.findByRole('textbox', { name: /App Domain Name/ }), 'settings');
  await user.click(screen.getByRole('button', { name: 'Create application' }));
  await screen.findByRole('heading', { name: 'Your application is live', level: 1 }, LONG);
  const id = new URLSearchParams(router.state.location.search).get('app') ?? '';
  await router.navigate(`/manage-app/build-settings/${id}`);
  await screen.findByRole('heading', { name: 'Build settings', level: 1 });
  return rendered;
}

test('settings are saved, and what was recognized is shown beside them', async () => {
  const { user } = await openSettings();
  expect(await screen.findByText('Recognized: npm run build')).toBeVisible();
  const output = screen.getByRole('textbox', { name: 'Output folder' });
  await user.type(output, '../outside');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Use a path inside the repository, such as apps/web.')).toBeVisible();
  await user.clear(output);
  await user.type(output, 'build');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByDisplayValue('build')).toBeVisible();
});

test('a pasted .env becomes secrets that are never shown again, and earlier versions can be restored', async () => {
  const { user } = await openSettings();
  const card = await screen.findByRole('region', { name: 'Environment variables' });
  await user.click(within(card).getByText('Paste a .env file'));
  await user.type(
    within(card).getByRole('textbox', { name: 'Content of the file' }),
    'API_URL=https://api.example.com',
  );
  await user.click(within(card).getByRole('button', { name: 'Add these variables' }));
  await user.click(within(card).getByRole('button', { name: 'Save variables' }));
  expect(await screen.findByPlaceholderText('Stored, not shown')).toHaveValue('');
  expect(await screen.findByText('The live release runs with other variables')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Remove API_URL' }));
  await user.click(screen.getByRole('button', { name: 'Save variables' }));
  expect(await screen.findByText(/No variables yet/)).toBeVisible();
  await user.click(await screen.findByText('Earlier versions'));
  await user.click(await screen.findByRole('button', { name: 'Restore' }));
  expect(await screen.findByDisplayValue('API_URL')).toBeVisible();
});

test('a push deploys unless that is off; a deploy hook is shown once, and replaced after a question', async () => {
  const { user } = await openSettings();
  const card = await screen.findByRole('region', { name: 'Deploy on push' });
  expect(within(card).getByText('No push was told yet.')).toBeVisible();
  await user.click(within(card).getByRole('switch', { name: /Deploy on push/ }));
  await waitFor(() => expect(within(card).getByRole('switch', { name: /Deploy on push/ })).not.toBeChecked());
  await user.click(within(card).getByRole('button', { name: 'Create: Deploy hook' }));
  expect(await within(card).findByText('Copy it now. It is not shown again.')).toBeVisible();
  const first = within(card).getByText(/\/\.panel\/deploy\/pnlh_/).textContent;
  await user.click(await within(card).findByRole('button', { name: 'Replace: Deploy hook' }));
  await user.click(await screen.findByRole('button', { name: 'Replace' }));
  await waitFor(() => expect(within(card).getByText(/\/\.panel\/deploy\/pnlh_/).textContent).not.toBe(first));
});
