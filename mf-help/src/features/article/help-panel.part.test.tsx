import { screen, within } from '@testing-library/react';
import { renderPage } from '@panel/ui/testing';
import { useState } from 'react';
import { manifest } from '../../manifest.ts';
import { Component as Panel } from './help-panel.part.tsx';

/** A page with the panel beside it, which keeps its topic as the address would. */
async function beside(path: string, topic = '') {
  const closed = jest.fn();
  function Host() {
    const [shown, setShown] = useState(topic);
    return (
      <>
        <h1>A page</h1>
        <Panel path={path} topic={shown} onTopic={setShown} onClose={closed} />
      </>
    );
  }
  const route = { ...manifest.routes[0], path: '/beside', page: 'host' } as (typeof manifest.routes)[number];
  const remote = { manifest: { ...manifest, routes: [route] }, pages: { host: async () => ({ Component: Host }) } };
  const view = await renderPage({ remote, path: '/beside' });
  return { ...view, closed };
}

test('it lists what belongs to the page, and opens an article without leaving it', async () => {
  const { user, address } = await beside('/manage-site/backup/6f2c1f6e-8a53-4c58-9f0c-1f6f4f1b2a3c');
  const panel = await screen.findByRole('complementary', { name: 'Help' });
  expect(within(panel).getByRole('heading', { name: 'About this page' })).toBeVisible();
  await user.click(within(panel).getByRole('link', { name: 'Back up and restore a site' }));
  expect(await within(panel).findByRole('heading', { name: 'Is the backup good?' })).toBeVisible();
  expect(within(panel).getByRole('heading', { level: 2, name: 'Back up and restore a site' })).toHaveFocus();
  expect(within(panel).getByRole('link', { name: 'Open as a page' })).toHaveAttribute('href', '/help/article/backups');
  expect(address()).toBe('/beside');
  await user.click(within(panel).getByRole('button', { name: 'Back to the list' }));
  expect(await within(panel).findByRole('heading', { name: 'About this page' })).toBeVisible();
});

test('the code of an error opens its article, and Escape closes the panel', async () => {
  const { user, closed } = await beside('/sites', 'SITE_QUOTA');
  expect(await screen.findByRole('heading', { level: 2, name: 'Create a WordPress site' })).toBeVisible();
  await user.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledTimes(1);
});

test('its search opens what it finds', async () => {
  const { user } = await beside('/nowhere');
  expect(await screen.findByRole('heading', { name: 'Start here' })).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search the help' }), 'certificate');
  await user.click(await screen.findByRole('link', { name: 'HTTPS and certificates' }));
  expect(await screen.findByRole('heading', { name: 'Your own certificate' })).toBeVisible();
});
