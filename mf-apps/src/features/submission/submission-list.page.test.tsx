import { screen } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

const open = (input = {}) => renderPage({ remote: { manifest, pages }, path: '/forms', ...input });

test('the empty page has a form to copy', async () => {
  await open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Forms' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'No submissions yet' })).toBeVisible();
  expect(screen.getByText(/action="\/\.panel\/forms\/contact"/)).toBeVisible();
});
