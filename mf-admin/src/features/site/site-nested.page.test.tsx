import { screen, within } from '@testing-library/react';
import { openPage } from '../../testing/open.ts';

test('staff find a customer’s staging environment under its live site', async () => {
  const { scenario } = await openPage({
    path: '/admin/sites?q=staging',
    as: 'admin',
    sites: [{ name: 'bakery', staging: 'ready' }, { name: 'florist' }],
  });
  const toggle = await screen.findByRole('button', { name: `Staging of ${scenario.sites[0]?.fqdn}` });
  const [, live, staging, ...others] = screen.getAllByRole('row');
  expect(live).toContainElement(toggle);
  expect(within(staging as HTMLElement).getByText('Staging')).toBeVisible();
  expect(others).toEqual([]);
});
