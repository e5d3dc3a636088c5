import { screen, waitFor } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (path: string, input = {}) =>
  renderPage({ remote: { manifest, pages }, path, partner: { special: true }, ...input });
type User = Awaited<ReturnType<typeof open>>['user'];
const LONG = { timeout: 20_000 };
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

async function repository(user: User, address: string) {
  await user.type(await screen.findByRole('textbox', { name: /Repository address/ }), address);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
}

test('a project is imported in three steps; Back loses nothing, and the last one says what happens', async () => {
  const { user, address } = await open('/new-app/existing-project/pick-repo');
  await repository(user, 'https://git.example.com/team/app.git');
  await heading('Application settings');
  await user.type(screen.getByRole('textbox', { name: /App Domain Name/ }), 'imported');
  await user.type(screen.getByRole('textbox', { name: /Root folder/ }), 'apps/web');
  await user.click(screen.getByRole('link', { name: 'Back' }));
  expect(await screen.findByRole('textbox', { name: /Repository address/ })).toHaveValue(
    'https://git.example.com/team/app.git',
  );
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByRole('textbox', { name: /Root folder/ })).toHaveValue('apps/web');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await heading('Confirm');
  expect(screen.getByText(/is reserved\. The code is cloned and built/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Import and build' }));
  expect(await screen.findByRole('heading', { name: 'Your application is live', level: 1 }, LONG)).toBeVisible();
  expect(address()).toMatch(/^\/new-app\/finish\?app=/);
});

test('a step whose data is missing leads to the first one', async () => {
  const { address } = await open('/new-app/existing-project/finish');
  await waitFor(() => expect(address()).toBe('/new-app/existing-project/pick-repo'));
});

test('an address without https is not left', async () => {
  const { user } = await open('/new-app/existing-project/pick-repo');
  await repository(user, 'git@example.com:team/app.git');
  expect(await screen.findByText(/Use an address such as/)).toBeVisible();
});

test('GitHub is connected before a repository can be chosen', async () => {
  const { user } = await open('/new-app/existing-project/pick-repo');
  await user.click(await screen.findByRole('radio', { name: /GitHub/ }));
  expect(await screen.findByRole('form', { name: 'Connect GitHub' })).toBeVisible();
});

test('a full-stack application gets two repositories, a plan and two addresses', async () => {
  const { user, address } = await open('/new-app/repository-settings?appType=fullStack');
  await heading('Front end');
  await repository(user, 'https://git.example.com/team/web.git');
  await heading('Front-end settings');
  await user.type(screen.getByRole('textbox', { name: /App Domain Name/ }), 'both');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await heading('Back end');
  await repository(user, 'https://git.example.com/team/api.git');
  await heading('Back-end settings');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await heading('Select a plan');
  expect(await screen.findByRole('radio', { name: /The plan of your account/ })).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  await heading('Finalize and confirm');
  expect(screen.getByText('https://git.example.com/team/api.git')).toBeVisible();
  expect(screen.getByText(/^both-api\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Create and build' }));
  await waitFor(() => expect(address()).toMatch(/^\/new-app\/(?:start-building|finish)\?app=/), LONG);
});
