import { screen, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

test('staff find a customer’s staging environment under its live site', async () => {
  const { scenario } = await renderPage({
    remote: { manifest, pages },
    path: '/admin/sites?q=staging',
    role: 'admin',
    sites: [{ name: 'bakery', staging: 'ready' }, { name: 'florist' }],
  });
  const toggle = await screen.findByRole('button', { name: `Staging of ${scenario.sites[0]?.fqdn}` });
  const [, live, staging, ...others] = screen.getAllByRole('row');
  expect(live).toContainElement(toggle);
  expect(staging && within(staging).getByText('Staging')).toBeVisible();
  expect(others).toEqual([]);
});
