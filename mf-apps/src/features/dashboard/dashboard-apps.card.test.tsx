import { screen, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

/** The card alone, at an address of its own. */
const remote = {
  manifest: {
    ...manifest,
    routes: [
      {
        path: '/card',
        page: 'dashboard-apps',
        title: 'Card',
        audience: 'customer',
        layout: 'dashboard',
        skeleton: 'text',
      } as const,
    ],
  },
  pages,
};

test('the newest applications with their state, and the numbers of all', async () => {
  await renderPage({ remote, path: '/card', partner: { special: true }, appCount: 4 });
  const card = within(await screen.findByRole('region', { name: 'You have 4 applications' }));
  expect(card.getAllByRole('listitem')).toHaveLength(3);
  for (const link of card.getAllByRole('link', { name: /^app-\d/ }))
    expect(link).toHaveAttribute('href', expect.stringMatching(/^\/manage-app\/overview\//));
  expect(card.getByText(/^0 of [\d,]+$/)).toBeVisible();
  expect(card.getByRole('link', { name: 'All applications' })).toHaveAttribute('href', '/apps');
});

test('an account without applications is offered one', async () => {
  await renderPage({ remote, path: '/card', partner: { special: true } });
  const card = within(await screen.findByRole('region', { name: 'No applications yet' }));
  expect(card.getByRole('link', { name: 'New application' })).toHaveAttribute('href', '/new-app');
});
