import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const LONG = { timeout: 20_000 };

test('a branch is built as a preview, promoted and deleted; who may see it is chosen on the page', async () => {
  const { user, router } = await renderPage({
    remote: { manifest, pages },
    path: '/new-app',
    partner: { special: true },
  });
  await user.click(await screen.findByRole('link', { name: 'Empty repository' }));
  await user.type(await screen.findByRole('textbox', { name: /App Domain Name/ }), 'previewed');
  await user.click(screen.getByRole('button', { name: 'Create application' }));
  await screen.findByRole('heading', { name: 'Connect', level: 1 }, LONG);
  const id = router.state.location.pathname.split('/').at(-1) ?? '';
  await router.navigate(`/manage-app/previews/${id}`);
  expect(await screen.findByText('Previews are off. Switch them on below, then push a branch.')).toBeVisible();
  await user.click(screen.getByRole('switch', { name: /Previews/ }));
  const rules = await screen.findByRole('form', { name: 'Which branches get previews' });
  await user.type(within(rules).getByRole('textbox', { name: 'Branches' }), 'feature/*');
  await user.click(within(rules).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Previews saved.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /^Branch(?!es)/ }), 'feature/one');
  await user.click(screen.getByRole('button', { name: 'Build a preview' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/manage-app/build/${id}`), LONG);
  await user.click(await screen.findByRole('link', { name: 'Preview of feature/one' }));
  await user.click(await screen.findByRole('button', { name: 'Set a password' }));
  const panel = await screen.findByRole('dialog', { name: 'Password of previews' });
  await user.type(within(panel).getByRole('textbox', { name: 'User name' }), 'team');
  await user.type(within(panel).getByLabelText(/^Password/), 'a long password 1');
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Visitors of previews are asked for the password of team.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove the password' }));
  const asked = await screen.findByRole('dialog', { name: 'Remove the password of previews?' });
  expect(screen.getByText('Visitors of previews are asked for the password of team.')).toBeInTheDocument();
  await user.click(within(asked).getByRole('button', { name: 'Remove the password' }));
  expect(await screen.findByText('Everyone who knows its address can see a preview.')).toBeVisible();
  const list = await screen.findByRole('list', { name: 'Previews' });
  expect(await within(list).findByRole('link', { name: 'Open feature/one' }, LONG)).toHaveAttribute(
    'href',
    expect.stringMatching(/\/\/feature-one-[0-9a-f]{10}\./),
  );
  expect(screen.getAllByRole('link', { name: 'Build & Deploy' })).toHaveLength(1);
  await user.click(within(list).getByRole('button', { name: 'Extend feature/one' }));
  expect(await screen.findByText('Preview extended.')).toBeVisible();
  await user.click(within(list).getByRole('button', { name: 'Promote feature/one to production' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Promote to production' }));
  expect(await screen.findByText('Promoted from a preview', undefined, LONG)).toBeVisible();
  await router.navigate(`/manage-app/previews/${id}`);
  await user.click(await screen.findByRole('button', { name: 'Delete feature/one' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/A push to another branch than main appears here/)).toBeVisible();
});
