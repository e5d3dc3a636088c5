import { screen, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

test('usage has the traffic of the application, and the build time of the account with its renewal', async () => {
  const { user } = await renderPage({
    ...{ remote: { manifest, pages }, path: '/apps' },
    ...{ partner: { special: true }, appCount: 1 },
  });
  await user.click(await screen.findByRole('link', { name: /app-1/ }));
  await screen.findByRole('heading', { level: 1, name: 'app-1' });
  await user.click(screen.getByRole('link', { name: 'Usage & Insight' }));
  await screen.findByRole('heading', { level: 1, name: 'Usage & Insight' });
  const traffic = within(screen.getByRole('region', { name: 'Traffic' }));
  expect(traffic.getByText('Requests')).toBeVisible();
  expect(traffic.getByText('Nobody has visited this application in this period.')).toBeVisible();
  expect(
    within(screen.getByRole('region', { name: 'Disk usage' })).getByText(/measured|with its previews takes/),
  ).toBeVisible();
  const builds = within(screen.getByRole('region', { name: 'Build time' }));
  expect(builds.getByText(/^0 of [\d,]+ minutes of this month are used/)).toBeVisible();
  expect(builds.getByText(/^It begins anew on \w{3} 01, \d{4}/)).toBeVisible();
});
