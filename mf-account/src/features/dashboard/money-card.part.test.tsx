import { screen, within } from '@testing-library/react';
import { renderPage, type ScenarioInput } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { Component as Card } from './money-card.part.tsx';

/** The card on a page of its own, as the dashboard shows it. */
function open(input: ScenarioInput = {}) {
  const Host = () => (
    <>
      <h1>Dashboard</h1>
      <Card />
    </>
  );
  const home = { ...manifest.routes[0], path: '/home', page: 'host' } as (typeof manifest.routes)[number];
  const remote = { manifest: { ...manifest, routes: [home] }, pages: { host: async () => ({ Component: Host }) } };
  return renderPage({ remote, path: '/home', partner: { special: true }, ...input });
}
const card = async () => within(await screen.findByRole('region', { name: 'Plans and payments' }));

test('an account that pays nothing and is far from its limits has no card', async () => {
  const { bridge } = await open();
  expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(bridge.calls).toEqual(expect.arrayContaining(['GET /plan/usage']));
  expect(screen.queryByRole('region', { name: 'Plans and payments' })).toBeNull();
});

test('what is paid next, and a license that nothing uses', async () => {
  await open({ purchases: ['site_pro'] });
  const shown = await card();
  expect(shown.getByText('Site Pro is paid and not in use.')).toBeVisible();
  expect(shown.getByRole('link', { name: 'Use it' })).toHaveAttribute('href', '/sites?panel=license');
  expect(shown.getByText('Next payment')).toBeVisible();
  expect(shown.getByText('For Site Pro')).toBeVisible();
});

test('a payment that failed is first', async () => {
  await open({ purchases: ['site_pro'], renewalFails: true });
  expect((await card()).getAllByRole('listitem')[0]).toHaveTextContent('The last payment for Site Pro failed.Billing');
});

test('a limit that is reached leads to the plans', async () => {
  await open({ appCount: 40 });
  const shown = await card();
  expect(shown.getByText('Applications: The limit is reached')).toBeVisible();
  expect(shown.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/my-account/plans');
});
