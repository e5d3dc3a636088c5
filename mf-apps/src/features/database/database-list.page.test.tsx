import { screen } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

test('the page lists databases or says where they come from', async () => {
  await renderPage({ remote: { manifest, pages }, path: '/db' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Databases' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No databases yet' })).toBeVisible();
});
