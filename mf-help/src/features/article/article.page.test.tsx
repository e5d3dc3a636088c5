import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import { PANEL_ARTICLES } from './help-articles.ts';

const open = (path: string, input = {}) => renderPage({ remote: { manifest, pages }, path, ...input });

test('an article has its way back, its contents, its text and related articles', async () => {
  await open('/help/article/backups');
  expect(await screen.findByRole('heading', { level: 1, name: 'Back up and restore a site' })).toBeVisible();
  expect(await screen.findByRole('heading', { level: 2, name: 'Is the backup good?' })).toBeVisible();
  const trail = screen.getByRole('navigation', { name: 'Breadcrumb' });
  expect(within(trail).getByRole('link', { name: 'Help center' })).toHaveAttribute('href', '/help');
  const contents = screen.getByRole('navigation', { name: 'On this page' });
  expect(within(contents).getByRole('link', { name: 'Restore' })).toHaveAttribute('href', '#restore');
  const related = screen.getByRole('list', { name: 'Related articles' });
  expect(within(related).getByRole('link', { name: 'Try changes on staging' })).toBeVisible();
});

test.each(PANEL_ARTICLES.map(({ slug, title, audience }) => [slug, title, audience] as const))(
  '%s can be read',
  async (slug, title, audience) => {
    const role = audience === 'staff' ? 'admin' : 'customer';
    const { container } = await open(`/help/article/${slug}`, { partner: { special: true }, role });
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
    await waitFor(() => expect(container.querySelector('.h-text')).not.toBeNull());
    expect(container.querySelectorAll('.h-text :is(p, li)').length).toBeGreaterThan(1);
  },
);

test('an article for staff is none for customers', async () => {
  await open('/help/article/staff', { role: 'customer' });
  expect(await screen.findByRole('heading', { name: 'There is no such article' })).toBeVisible();
});

test('a visitor says whether it helped, and what is missing', async () => {
  const { user } = await open('/help/article/backups', { role: 'anonymous' });
  await user.click(await screen.findByRole('button', { name: 'No' }));
  expect(await screen.findByText('Thank you.')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: /What is missing/ }), 'How long it takes.');
  await user.click(screen.getByRole('button', { name: 'Send comment' }));
  expect(await screen.findByText('Thank you. We read every comment.')).toBeVisible();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an article that is not there leads back', async () => {
  await open('/help/article/nothing');
  expect(await screen.findByRole('heading', { name: 'There is no such article' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Open the help center' })).toHaveAttribute('href', '/help');
});

test('the code of an error leads to its article, and an unknown one to a search', async () => {
  const { address, unmount } = await open('/help/error/BACKUP_DAMAGED');
  await waitFor(() => expect(address()).toBe('/help/article/backups'));
  unmount();
  const other = await open('/help/error/constructor');
  await waitFor(() => expect(other.address()).toBe('/help?q=constructor'));
});
