import { act, screen, waitFor, within } from '@testing-library/react';
import { pageErrors } from '@panel/contract/page-errors';
import { SCHEME_SCRIPT } from '@panel/brand/colors';
import { calls, panelStore, queryClient, useDirty, userAtom, type Declared, type SiteSummary } from '@panel/core';
import { useState } from 'react';
import { declaredHere, partnerWith, userWith } from '../testing/declared.ts';
import { renderFrame } from '../testing/render-frame.tsx';

let declared: Declared[] = [];
beforeAll(async () => {
  declared = await declaredHere();
});

const partner = partnerWith(true);
const customer = userWith('customer');

test('the frame stays mounted between sections, the title changes, the focus moves to the h1', async () => {
  const { router, container } = renderFrame({ declared, partner, user: customer, path: '/dashboard' });
  const header = container.querySelector('header');
  await act(() => router.navigate('/my-account/profile'));
  expect(container.querySelector('header')).toBe(header);
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toHaveFocus();
  expect(document.title).toBe('Profile · Powerful, affordable, and reliable tool');
});

test('a change of the query alone keeps the focus', async () => {
  const { router } = renderFrame({ declared, partner, user: customer, path: '/sites' });
  const logo = screen.getByRole('link', { name: /, home$/ });
  logo.focus();
  await act(() => router.navigate('/sites?q=blog'));
  expect(logo).toHaveFocus();
});

test('a visitor has to sign in and returns to the same address', async () => {
  const { address } = renderFrame({ declared, partner, user: null, path: '/sites?q=a%20b' });
  await waitFor(() => expect(address()).toBe('/login?next=%2Fsites%3Fq%3Da%2520b'));
});

test('staff on a page for customers get /forbidden', async () => {
  const { address } = renderFrame({ declared, partner, user: userWith('admin'), path: '/sites' });
  await waitFor(() => expect(address()).toBe('/forbidden'));
});

test('a disabled section is not found, and neither is an unknown address', () => {
  renderFrame({ declared, partner: partnerWith(false), user: customer, path: '/apps' });
  expect(screen.getByRole('heading', { name: 'This page could not be found' })).toBeVisible();
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Go to the home page' })).toHaveAttribute(
    'href',
    '/',
  );
});

test('an audience that this shell does not know is an error 500', () => {
  const strange = [
    ...declared,
    {
      id: 'mf-new',
      menu: [],
      routes: [{ path: '/new', page: 'new', title: 'New', audience: 'partners', layout: 'default', skeleton: 'text' }],
    },
  ] as unknown as Declared[];
  renderFrame({ declared: strange, partner, user: customer, path: '/new' });
  expect(screen.getByRole('alert')).toHaveTextContent('500');
  expect(screen.getByText('Unknown middleware')).toBeVisible();
});

test.each([
  ['/sites', true],
  ['/apps', false],
  ['/dashboard', false],
])('the abuse banner on %s: %s', (path, shown) => {
  renderFrame({ declared, partner, user: userWith('customer', { is_abuse_system: true }), path });
  expect(screen.queryByText(pageErrors.ABUSE) !== null).toBe(shown);
});

/** The frame at /sites; the page has read how many sites there are. */
function atSites(manifests: Declared[], siteCount: number, user = customer) {
  const view = renderFrame({ declared: manifests, partner, user, path: '/sites' });
  const read = (count: number) =>
    queryClient.setQueryData(calls.site.summary.queryKey(), { siteCount: count } as SiteSummary);
  read(siteCount);
  return { ...view, read };
}
const OFFER = 'Start hosting your website with Brand Hosting for free now!';

test('an offer has its button only once its page exists, and never appears beside the abuse banner', async () => {
  const without = declared.map((one) => ({
    ...one,
    routes: one.routes.filter(({ path }) => path !== '/create-new-site/migration'),
  }));
  const early = atSites(without, 0);
  expect(await screen.findByText(OFFER)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Start Migration' })).toBeNull();
  early.unmount();
  const { unmount } = atSites(declared, 0);
  expect(await screen.findByText(OFFER)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Start Migration' })).toHaveAttribute('href', '/create-new-site/migration');
  unmount();
  atSites(declared, 0, userWith('customer', { is_abuse_system: true }));
  expect(await screen.findByText(pageErrors.ABUSE)).toBeVisible();
  expect(screen.queryByText(OFFER)).toBeNull();
});

test('an offer invites nobody to what they have, and stays closed once it was closed', async () => {
  const { user, read } = atSites(declared, 0);
  expect(await screen.findByText(OFFER)).toBeVisible();
  read(1);
  await waitFor(() => expect(screen.queryByText(OFFER)).toBeNull());
  read(0);
  expect(await screen.findByText(OFFER)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close offer' }));
  expect(document.documentElement.dataset['closedOffers']).toBe('sites');
  expect(screen.getByRole('main')).toHaveFocus();
  // The next page view hides it before the first paint.
  delete document.documentElement.dataset['closedOffers'];
  const script = document.createElement('script');
  script.textContent = SCHEME_SCRIPT;
  document.head.append(script);
  expect(document.documentElement.dataset['closedOffers']).toBe('sites');
  delete document.documentElement.dataset['closedOffers'];
});

function DirtyPage({ asks }: { asks?: boolean }) {
  const [dirty, setDirty] = useState(false);
  useDirty(dirty, asks);
  return (
    <button type="button" onClick={() => setDirty(true)}>
      Type something
    </button>
  );
}

test('leaving a page with unsaved input needs a confirmation', async () => {
  const { user, address } = renderFrame({
    declared,
    partner,
    user: customer,
    path: '/my-account/profile',
    pages: { '/my-account/profile': <DirtyPage /> },
  });
  await user.click(screen.getByRole('button', { name: 'Type something' }));
  await user.click(screen.getByRole('link', { name: 'Notifications' }));
  const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
  await user.click(within(dialog).getByRole('button', { name: 'Stay on this page' }));
  expect(address()).toBe('/my-account/profile');
  await user.click(screen.getByRole('link', { name: 'Notifications' }));
  await user.click(await screen.findByRole('button', { name: 'Leave and discard' }));
  await waitFor(() => expect(address()).toBe('/my-account/notifications'));
});

test('leaving the open file of a file manager asks, although the page stays', async () => {
  const { router, user, address } = renderFrame({
    declared,
    partner,
    user: customer,
    path: '/my-account/profile?file=index.php',
    pages: { '/my-account/profile': <DirtyPage /> },
  });
  await user.click(screen.getByRole('button', { name: 'Type something' }));
  await act(() => router.navigate('/my-account/profile?file=index.php&panel=rename'));
  expect(screen.queryByRole('dialog')).toBeNull();
  await act(() => router.navigate('/my-account/profile'));
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Leave without saving?' })).getByRole('button', {
      name: 'Stay on this page',
    }),
  );
  expect(address()).toContain('file=index.php');
});

test('a page stays open when its role is taken away, with what was typed; it does not open again', async () => {
  const WRITE = '/admin/announcements/write';
  const route = {
    page: 'write',
    title: 'Write',
    audience: 'staff',
    staff: 'support',
    layout: 'admin',
    skeleton: 'form',
  };
  const own = [
    ...declared,
    { id: 'mf-new', menu: [], routes: [{ ...route, path: '/admin/own' }] } as unknown as Declared,
  ];
  const { router, user, address } = renderFrame({
    ...{ declared: own, partner, user: userWith('admin', { staff_role: 'support' }), path: '/admin/own' },
    pages: { '/admin/own': <input aria-label="Text" /> },
  });
  await user.type(await screen.findByRole('textbox', { name: 'Text' }), 'A long text');
  act(() => panelStore.set(userAtom, userWith('admin', { staff_role: 'read_only' })));
  expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('A long text');
  await act(() => router.navigate('/admin/announcements'));
  await waitFor(() => expect(address()).toBe('/admin/announcements'));
  await act(() => router.navigate(WRITE));
  await waitFor(() => expect(address()).toBe('/forbidden'));
});

test('input that cannot be saved is left without a confirmation', async () => {
  const { user, address } = renderFrame({
    declared,
    partner,
    user: customer,
    path: '/my-account/profile',
    pages: { '/my-account/profile': <DirtyPage asks={false} /> },
  });
  await user.click(screen.getByRole('button', { name: 'Type something' }));
  await user.click(screen.getByRole('link', { name: 'Notifications' }));
  await waitFor(() => expect(address()).toBe('/my-account/notifications'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('Ctrl-K opens the palette; typing, arrows and Enter open a page', async () => {
  const { user, address } = renderFrame({ declared, partner, user: customer, path: '/dashboard' });
  await user.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Search pages and sites' });
  await waitFor(() => expect(field).toHaveFocus());
  await user.keyboard('notif');
  const option = screen.getByRole('option', { name: /Notifications/ });
  expect(option).toHaveAttribute('aria-selected', 'true');
  expect(field).toHaveAttribute('aria-activedescendant', option.id);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/my-account/notifications'));
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('the palette lists only pages that the viewer may open', async () => {
  const { user } = renderFrame({ declared, partner, user: userWith('admin'), path: '/admin/sites' });
  await user.click(screen.getByRole('button', { name: 'Search or jump to' }));
  await screen.findByRole('combobox');
  expect(screen.getByRole('option', { name: /^Sites/ })).toBeVisible();
  expect(screen.queryByRole('option', { name: /My Sites|Welcome|Profile/ })).toBeNull();
});

test('the profile menu switches the colour scheme and stores the choice', async () => {
  const { user } = renderFrame({ declared, partner, user: customer, path: '/dashboard' });
  await user.click(screen.getByRole('button', { name: /Profile menu$/ }));
  const items = screen.getAllByRole('menuitem').map((item) => item.textContent);
  expect(items[0]).toBe('Account Settings');
  expect(items.at(-1)).toBe('Logout');
  expect(items).toEqual(expect.arrayContaining(['Billing', 'Plans']));
  await user.click(screen.getByRole('menuitemradio', { name: 'Dark' }));
  expect(document.documentElement.dataset.scheme).toBe('dark');
  expect(localStorage.getItem('panel.scheme')).toBe('dark');
});

test('the menu collapses to icons, and the choice is stored', async () => {
  const { user } = renderFrame({ declared, partner, user: customer, path: '/dashboard' });
  await user.click(screen.getByRole('button', { name: 'Collapse menu' }));
  expect(document.documentElement.dataset.side).toBe('rail');
  expect(localStorage.getItem('panel.side')).toBe('rail');
  await user.click(screen.getByRole('button', { name: 'Expand menu' }));
  expect(document.documentElement.dataset.side).toBe('open');
  delete document.documentElement.dataset.side;
});

test('a menu of one entry is not beside the page', () => {
  const only = declared.map((one) => ({
    ...one,
    menu: one.menu.filter(({ menu, label }) => menu !== 'sites' || label === 'My Sites'),
  }));
  const { unmount } = renderFrame({ declared: only, partner, user: customer, path: '/sites' });
  expect(screen.queryByRole('navigation', { name: 'Sites' })).toBeNull();
  unmount();
  renderFrame({ declared: only, partner, user: customer, path: '/dashboard' });
  expect(screen.getByRole('navigation', { name: 'Dashboard' })).toBeVisible();
});

test.each([
  ['/sites', ['My Sites', 'WP Manager', 'Themes', 'Plugins', 'Blueprints', 'Dashboard', 'Applications'], 'My Sites'],
  ['/dashboard', ['Dashboard', 'Applications', 'Sites'], 'Dashboard'],
])('on a phone, the menu of %s lists every target once and marks one', async (path, labels, current) => {
  const { user } = renderFrame({ declared, partner, user: customer, path });
  await user.click(screen.getByRole('button', { name: 'Open menu' }));
  const links = within(await screen.findByRole('dialog', { name: 'Menu' })).getAllByRole('link');
  expect(links.slice(0, labels.length).map((link) => link.textContent)).toEqual(labels);
  expect(links.filter((link) => link.hasAttribute('aria-current')).map((link) => link.textContent)).toEqual([current]);
});

test('the menu collapses in a narrow window, and its button offers to expand it', () => {
  const narrow = Object.assign(new EventTarget(), { matches: false });
  Object.defineProperty(window, 'matchMedia', { value: () => narrow, configurable: true });
  renderFrame({ declared, partner, user: customer, path: '/dashboard' });
  expect(screen.getByRole('button', { name: 'Collapse menu' })).toHaveAttribute('aria-expanded', 'true');
  narrow.matches = true;
  act(() => void narrow.dispatchEvent(new Event('change')));
  expect(screen.getByRole('button', { name: 'Expand menu' })).toHaveAttribute('aria-expanded', 'false');
  Reflect.deleteProperty(window, 'matchMedia');
});

test.each([
  ['/sites', true],
  ['/my-account/change-password', false],
])('the chat on %s: %s; its frame cannot reach the panel', async (path, shown) => {
  const chatty = partnerWith(true, { ONLINE_CHAT_SCRIPT: encodeURIComponent('<script>1</script>') });
  const { user } = renderFrame({ declared, partner: chatty, user: customer, path });
  const button = screen.queryByRole('button', { name: 'Chat' });
  expect(button !== null).toBe(shown);
  if (!button) return;
  await user.click(button);
  expect(screen.getByTitle('Chat with Brand')).toHaveAttribute('sandbox', 'allow-scripts allow-popups');
});
