import { screen, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const LONG = { timeout: 20_000 };

test('an empty repository becomes an application; its page shows the commands and a token once', async () => {
  const { user } = await renderPage({ remote: { manifest, pages }, path: '/new-app', partner: { special: true } });
  await user.click(await screen.findByRole('link', { name: 'Empty repository' }));
  await user.type(await screen.findByRole('textbox', { name: /App Domain Name/ }), 'pushed');
  await user.click(screen.getByRole('button', { name: 'Create application' }));
  expect(await screen.findByRole('heading', { name: 'Connect', level: 1 }, LONG)).toBeVisible();
  const commands = await screen.findByRole('region', { name: 'Commands' });
  expect(within(commands).getAllByText(/git remote add panel http.*\/git\/[0-9a-f-]{36}\.git/)).toHaveLength(2);
  expect(within(commands).getByText(/git push panel HEAD:main/)).toBeVisible();
  const token = screen.getByRole('region', { name: 'Deploy token' });
  await user.click(within(token).getByRole('button', { name: 'Create: Deploy token' }));
  expect(await within(token).findByText(/^pnlg_/)).toBeVisible();
});
