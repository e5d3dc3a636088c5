import { screen } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import { HOSTING_GUIDES } from './hosting-topics.ts';

const open = (path: string, input = {}) =>
  renderPage({ remote: { manifest, pages }, path: `/help/application-hosting/${path}`, ...input });

test.each(HOSTING_GUIDES)('$path has its steps, and leads to the other ways', async ({ path, title, steps }) => {
  const { unmount } = await open(path, { partner: { special: true } });
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(screen.getByText(steps[0] ?? '')).toBeVisible();
  expect(screen.getAllByRole('link').length).toBeGreaterThanOrEqual(HOSTING_GUIDES.length - 1);
  unmount();
});
