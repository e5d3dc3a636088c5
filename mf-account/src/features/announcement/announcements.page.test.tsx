import { screen, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (announcements: { title: string; kind?: 'maintenance'; heading?: string; text?: string }[]) =>
  renderPage({ remote: { manifest, pages }, path: '/my-account/announcements', announcements });

test('without announcements the page says what will appear here', async () => {
  await open([]);
  expect(await screen.findByRole('heading', { name: 'No announcements' })).toBeVisible();
});

test('what is current is there with its text, kind and end', async () => {
  await open([
    { title: 'News' },
    { title: 'Work on the network', kind: 'maintenance', heading: 'When', text: 'Sites stay online.' },
  ]);
  const first = within(await screen.findByRole('region', { name: 'Work on the network' }));
  expect(first.getByText('Sites stay online.')).toBeVisible();
  expect(first.getByRole('heading', { level: 3, name: 'When' })).not.toHaveAttribute('id');
  expect(first.getByText('Maintenance')).toBeVisible();
  expect(first.getByText(/Until /)).toBeVisible();
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Work on the network',
    'News',
  ]);
});
