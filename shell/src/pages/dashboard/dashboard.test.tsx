import { act, screen, waitFor, within } from '@testing-library/react';
import { panelStore, registryAtom, type Registry } from '@panel/core';
import { renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';
import { declaredHere } from '../../testing/declared.ts';

const remote = { manifest: { ...manifest, id: 'shell' as string }, pages };
const card = (name: string) => within(screen.getByRole('region', { name }));

test('sites by status with their totals, each linked to its list', async () => {
  await renderPage({
    remote,
    path: '/dashboard',
    sites: [
      { name: 'one', status: 'ready' },
      { name: 'two', status: 'ready' },
      { name: 'three', status: 'failed' },
    ],
    notifications: [{ type: 'site_created', description: 'The site one is ready' }],
  });
  expect(await screen.findByRole('heading', { name: 'You have 3 sites' })).toBeVisible();
  const overview = card('You have 3 sites');
  expect(overview.getByRole('link', { name: /2\s*No known problems/ })).toHaveAttribute(
    'href',
    '/sites?environment=live&health=healthy&health=unknown',
  );
  expect(overview.getByRole('link', { name: /0\s*In progress/ })).toBeVisible();
  expect(overview.getByRole('link', { name: /1\s*Need attention/ })).toHaveAttribute(
    'href',
    '/sites?environment=live&health=attention&health=down',
  );
  expect(card('Needs your attention').getByText(/^three\./)).toBeVisible();
  expect(card('Newest sites').getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('region', { name: 'In progress' })).toBeNull();
  expect(card('Recent notifications').getByText('The site one is ready')).toBeVisible();
});

test('the numbers add up to the total: staging is in neither, and a task takes a site out of the others', async () => {
  await renderPage({
    remote,
    path: '/dashboard',
    sites: [
      { name: 'one', status: 'ready', staging: 'ready' },
      { name: 'two', status: 'deploying' },
      { name: 'three', status: 'failed' },
    ],
  });
  expect(await screen.findByRole('heading', { name: 'You have 3 sites' })).toBeVisible();
  const overview = card('You have 3 sites');
  for (const name of [/^1\s*No known problems/, /^1\s*In progress/, /^1\s*Need attention/])
    expect(overview.getByRole('link', { name })).toBeVisible();
  // What needs attention is read before the numbers, and called as its list calls it.
  const attention = screen.getByRole('region', { name: 'Needs your attention' });
  const numbers = screen.getByRole('region', { name: 'You have 3 sites' });
  expect(attention.compareDocumentPosition(numbers)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(within(attention).getByText('Down')).toBeVisible();
});

test('a new account sees what will appear here', async () => {
  await renderPage({ remote, path: '/' });
  expect(await screen.findByRole('heading', { name: 'No sites yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'First steps' })).toHaveAttribute('href', '/get-started');
  expect(card('Recent notifications').getByText(/^No activity yet/)).toBeVisible();
});

test('sites that are switched off are neither shown nor requested', async () => {
  const { bridge } = await renderPage({
    remote,
    path: '/dashboard',
    partner: { attributes: { SECTION_SITES: 'false' } },
  });
  expect(await screen.findByRole('region', { name: 'Recent notifications' })).toBeVisible();
  expect(screen.queryByText(/sites yet/)).toBeNull();
  expect(bridge.calls.filter((call) => call.includes('/site/'))).toEqual([]);
});

test('news of a disabled section stay, without a link to its pages', async () => {
  const sites = [{ name: 'one', status: 'ready' }] as const;
  const { scenario, unmount } = await renderPage({
    remote,
    path: '/welcome',
    sites: [...sites],
    notifications: [{ type: 'site_created', description: 'The site one is ready', link: '/manage-site/overview/1' }],
  });
  unmount();
  const declared = await declaredHere();
  const open = async (attributes: object) => {
    const view = await renderPage({
      remote,
      path: '/dashboard',
      as: { ...scenario, partner: { ...scenario.partner, attributes } },
    });
    await act(async () =>
      panelStore.set(registryAtom, {
        buildId: 'test',
        remotes: declared.slice(1).map((one) => ({ manifest: one })),
      } as unknown as Registry),
    );
    await screen.findByRole('region', { name: 'Recent notifications' });
    return view;
  };
  const first = await open({});
  await first.user.click(card('Recent notifications').getByRole('link', { name: 'The site one is ready' }));
  await waitFor(() => expect(first.bridge.calls).toContainEqual(expect.stringMatching(/^PUT \/notification\//)));
  first.unmount();
  await open({ SECTION_SITES: 'false' });
  expect(card('Recent notifications').getByText('The site one is ready')).toBeVisible();
  expect(card('Recent notifications').queryByRole('link', { name: 'The site one is ready' })).toBeNull();
});

test.each(['admin', 'superadmin'] as const)('%s has no dashboard and goes on', async (role) => {
  const { address } = await renderPage({ remote, path: '/dashboard', role });
  await screen.findByText(/Left to another page|Access denied/);
  expect(address()).not.toBe('/dashboard');
});
