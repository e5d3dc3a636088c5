import { screen, within } from '@testing-library/react';
import { renderPage, type ScenarioInput } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import { Component as Card } from './apps-card.part.tsx';

/** The card on a page of its own, as the dashboard shows it. */
function open(input: ScenarioInput) {
  const Host = () => (
    <>
      <h1>Dashboard</h1>
      <Card />
    </>
  );
  const home = { ...manifest.routes[0], path: '/home', page: 'host' } as (typeof manifest.routes)[number];
  const routes = [home, ...manifest.routes];
  const remote = { manifest: { ...manifest, routes }, pages: { ...pages, host: async () => ({ Component: Host }) } };
  return renderPage({ remote, path: '/home', partner: { special: true }, ...input });
}

test('applications that need attention are first, and lead to their list', async () => {
  await open({ appCount: 6, appsDown: 1 });
  const card = within(await screen.findByRole('region', { name: 'You have 6 applications' }));
  const rows = card.getAllByRole('listitem');
  expect(rows).toHaveLength(5);
  // It is the oldest, so that only its health brings it here.
  expect(rows[0]).toHaveTextContent(/app-1\..*Down.*Pages fail/);
  expect(rows[1]).toHaveTextContent(/app-6\..*Healthy/);
  expect(card.getByRole('link', { name: '1 needs attention' })).toHaveAttribute(
    'href',
    '/apps?health=attention&health=down',
  );
  expect(card.getByRole('link', { name: 'All applications' })).toHaveAttribute('href', '/apps');
});

test('without applications it says how one is made', async () => {
  await open({});
  const card = within(await screen.findByRole('region', { name: 'Applications' }));
  expect(card.getByText(/^No applications yet\./)).toBeVisible();
  expect(card.getByRole('link', { name: 'New application' })).toHaveAttribute('href', '/new-app');
});

test('a member who only looks is not asked to make one', async () => {
  await open({ member: 'read_only' });
  const card = within(await screen.findByRole('region', { name: 'Applications' }));
  expect(card.queryByRole('link')).toBeNull();
});
