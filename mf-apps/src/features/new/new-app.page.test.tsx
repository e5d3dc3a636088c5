import { screen, waitFor } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (path: string, input = {}) =>
  renderPage({ remote: { manifest, pages }, path, partner: { special: true }, ...input });
const LONG = { timeout: 20_000 };

test('a template becomes an application that is live, and its pages show it', async () => {
  const { user } = await open('/new-app');
  await user.click(await screen.findByRole('radio', { name: /Static page/ }));
  await user.type(screen.getByRole('textbox', { name: /App Domain Name/ }), 'My Shop');
  expect(await screen.findByText('This address is available.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create application' }));
  expect(await screen.findByRole('heading', { name: 'Your application is live', level: 1 }, LONG)).toBeVisible();
  await user.click(await screen.findByRole('link', { name: 'Build & Deploy' }));
  expect(await screen.findByText('Succeeded')).toBeVisible();
  expect(screen.getByText('Live')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Build 1' }));
  expect(await screen.findByText('line 3 of template')).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search the log' }), 'line 2');
  await waitFor(() => expect(screen.queryByText('line 3 of template')).not.toBeInTheDocument());
});

test('a name that is taken stays on the page with the message of the specification', async () => {
  const scenario = await open('/new-app');
  const { user } = scenario;
  await user.type(await screen.findByRole('textbox', { name: /App Domain Name/ }), 'admin');
  expect(await screen.findByText(/reserved/i)).toBeVisible();
});

test('a build that fails says why, and leads to the settings', async () => {
  const { user } = await open('/new-app/repository-settings');
  await user.type(await screen.findByRole('textbox', { name: 'Address' }), 'https://git.example.com/team/app.git');
  const branch = screen.getByRole('textbox', { name: /Branch/ });
  await user.clear(branch);
  await user.type(branch, 'fails');
  await user.type(screen.getByRole('textbox', { name: /App Domain Name/ }), 'broken');
  await user.click(screen.getByRole('button', { name: 'Import and build' }));
  expect((await screen.findAllByText('The command "npm run build" ended with code 1.', {}, LONG))[0]).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Build settings' }, LONG)).toBeVisible();
});

test('a repository without https is refused before anything is sent', async () => {
  const { user } = await open('/new-app/repository-settings');
  await user.type(await screen.findByRole('textbox', { name: 'Address' }), 'git@example.com:team/app.git');
  await user.click(screen.getByRole('button', { name: 'Import and build' }));
  expect(await screen.findByText(/Use an address such as/)).toBeVisible();
});

test('an application is started from scratch, by the entry of the menu', async () => {
  const { user } = await open('/new-app?panel=scratch');
  expect(await screen.findByRole('radio', { name: /Start from scratch/ })).toBeChecked();
  await user.type(screen.getByRole('textbox', { name: /App Domain Name/ }), 'empty');
  await user.click(screen.getByRole('button', { name: 'Create application' }));
  expect(await screen.findByRole('heading', { name: 'Your application is live', level: 1 }, LONG)).toBeVisible();
  await user.click(await screen.findByRole('link', { name: 'Edit code' }));
  expect(await screen.findByRole('button', { name: 'Start with the template' })).toBeVisible();
});
