import { screen } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input = {}) =>
  renderPage({ remote: { manifest, pages }, path: '/apps', partner: { special: true }, ...input });

test('the empty page says what will appear here and offers nothing that does not exist', async () => {
  await open();
  expect(await screen.findByRole('heading', { name: 'No applications yet' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /create|new|deploy/i })).not.toBeInTheDocument();
});

test('applications are paged', async () => {
  await open({ appCount: 11 });
  expect(await screen.findByText('Showing 1–10 of 11')).toBeVisible();
  expect(screen.getAllByRole('row')).toHaveLength(11);
});

test('a search without a match can be cleared', async () => {
  const { user } = await open({ appCount: 2 });
  await user.type(await screen.findByRole('searchbox', { name: 'Search applications' }), 'nothing-like-it');
  await user.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('app-2')).toBeVisible();
  expect(screen.getByText('app-1')).toBeVisible();
});
