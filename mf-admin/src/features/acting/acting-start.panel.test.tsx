import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { defineManifest } from '@panel/contract/manifest';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import { ActingStartPanel } from './acting-start.panel.tsx';

const alone = defineManifest({
  id: 'mf-here',
  name: 'Here',
  routes: [{ path: '/here', page: 'here', title: 'Here', audience: 'staff', layout: 'admin' }],
  menu: [],
});

test('the list of sites and the details of one lead to the form', async () => {
  const { user, scenario } = await renderPage({
    remote: { manifest, pages },
    path: '/admin/sites',
    role: 'admin',
    sites: [{ name: 'bakery', type: 'site_builder' }],
  });
  const fqdn = scenario.sites[0]?.fqdn ?? '';
  await user.click(await screen.findByRole('button', { name: `Actions for ${fqdn}` }));
  await user.click(await screen.findByRole('menuitem', { name: /^Details/ }));
  const details = within(await screen.findByRole('dialog', { name: fqdn }));
  await user.click(details.getByRole('button', { name: 'Log in as the customer' }));
  expect(await screen.findByRole('dialog', { name: 'Log in as the customer' })).toBeVisible();
});

test('staff give a reason, and are sent to the customer’s first page', async () => {
  const open = jest.fn();
  const sites = await renderPage({
    remote: { manifest, pages },
    path: '/admin/sites',
    role: 'admin',
    sites: [{ name: 'bakery', type: 'site_builder' }],
  });
  const { scenario } = sites;
  const [{ customer_id: id } = { customer_id: null }] = (
    (await (await fetch(`${window.location.origin}/site`)).json()) as { pageElements: { customer_id: string | null }[] }
  ).pageElements;
  const customer = { id: id ?? '', label: scenario.customerEmail };
  cleanup();
  const Component = () => <ActingStartPanel customer={customer} open={open} onClose={() => undefined} />;
  const { user } = await renderPage({
    remote: { manifest: alone, pages: { here: async () => ({ Component }) } },
    path: '/here',
    as: scenario,
  });
  const panel = within(await screen.findByRole('dialog', { name: 'Log in as the customer' }));
  await user.click(panel.getByRole('button', { name: 'Log in' }));
  expect(await panel.findByText('Enter a reason.')).toBeVisible();
  expect(open).not.toHaveBeenCalled();
  await user.type(panel.getByRole('textbox', { name: /^Reason/ }), 'Ticket 12');
  await user.click(panel.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(open).toHaveBeenCalledWith('/sites'));
});
