import { act, screen, waitFor } from '@testing-library/react';
import { defineManifest } from '@panel/contract/manifest';
import { panelStore, registryAtom, type Registry } from '@panel/core';
import { createMemoryRouter } from '@panel/core/router';
import { renderPage } from '@panel/ui/testing';
import { withoutOverride } from './end-override.ts';
import { OverrideParts } from './open-override.tsx';
import { readOverrideParam, withoutOverrideParam } from './override-param.ts';

const ENTRY = 'http://localhost:3001/mf-sites/remote-entry.js';
const OVERRIDE_PARAM = `?override=mf-sites=${ENTRY}&q=shop`;
const manifest = defineManifest({
  id: 'mf-here',
  name: 'Here',
  routes: [{ path: '/here', page: 'here', title: 'Here', audience: 'staff', layout: 'admin' }],
  menu: [],
});
const sites = defineManifest({
  id: 'mf-sites',
  name: 'Sites',
  routes: [{ path: '/sites', page: 'site-list', title: 'My Sites', audience: 'signed-in', layout: 'sites' }],
  menu: [],
});
const overridden: Registry = {
  buildId: 'test',
  override: { remote: 'mf-sites', entry: ENTRY },
  remotes: [
    {
      manifest: sites,
      version: 'local',
      base: '/mf-sites/',
      integrity: {},
      container: 'mf_sites',
      entry: ENTRY,
      preload: [],
      pages: {},
    },
  ],
};

/** The parts above the frame, for a signed-in admin on the real server; `search` is that of the address. */
async function openParts(search = '', registry?: Registry) {
  const router = createMemoryRouter([{ path: '*', element: null }], { initialEntries: [`/${search}`] });
  const open = jest.fn();
  const Component = () => <OverrideParts router={router} search={search} open={open} />;
  const opened = await renderPage({
    remote: { manifest, pages: { here: async () => ({ Component }) } },
    path: '/here',
    role: 'admin',
  });
  if (registry) act(() => panelStore.set(registryAtom, registry));
  return { ...opened, open, at: () => router.state.location.pathname + router.state.location.search };
}

test('a requested override is a remote and an http(s) address, and nothing else', () => {
  expect(readOverrideParam(OVERRIDE_PARAM)).toEqual({ remote: 'mf-sites', entry: ENTRY });
  for (const wrong of [
    '',
    '?override=',
    '?override=mf-sites',
    '?override=mf-sites=javascript:alert(1)',
    '?override=shell=http://localhost:1/x.js',
    '?override=mf-sites=entry.js',
  ]) {
    expect(readOverrideParam(wrong)).toBeNull();
  }
  expect(withoutOverrideParam({ pathname: '/sites', search: OVERRIDE_PARAM, hash: '#x' })).toBe('/sites?q=shop#x');
});

test('an address alone changes nothing: a dialog asks, with Cancel first, and Cancel removes the request', async () => {
  const { user, bridge, at } = await openParts(OVERRIDE_PARAM);
  expect(await screen.findByRole('dialog', { name: 'Run mf-sites from http://localhost:3001?' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(at()).toBe('/?q=shop');
  expect(bridge.calls).not.toContain('PUT /platform/override');
});

test('Use calls the server, and its refusal appears in the dialog', async () => {
  const { user, bridge, notices, open } = await openParts('?override=mf-nowhere=http://localhost:3001/x.js');
  await user.click(await screen.findByRole('button', { name: 'Use' }));
  await waitFor(() => expect(notices.map(({ message }) => message)).toContain('This panel has no such remote.'));
  expect(bridge.calls).toContain('PUT /platform/override');
  expect(open).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Use' })).toBeEnabled());
});

test('the bar shows what runs from where, and Leave takes one click', async () => {
  const { user, bridge, open } = await openParts('', overridden);
  const bar = await screen.findByRole('complementary', { name: 'Local override' });
  expect(bar).toHaveTextContent('mf-sites runs from http://localhost:3001');
  expect(document.documentElement).toHaveAttribute('data-top-bar');
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(open).toHaveBeenCalledWith('/'));
  expect(bridge.calls).toContain('DELETE /platform/override');
});

test('without the network Leave can be used again', async () => {
  const { user, bridge, notices, open } = await openParts('', overridden);
  await screen.findByRole('button', { name: 'Leave' });
  bridge.offline = true;
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(notices.length).toBeGreaterThan(0));
  expect(open).not.toHaveBeenCalled();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Leave' })).toBeEnabled());
});

test('a failing development server ends the override once, with a message, and the bar disappears', async () => {
  const { bridge, notices } = await openParts('', overridden);
  await screen.findByRole('button', { name: 'Leave' });
  const given = await act(() =>
    Promise.all(['site-list', 'other'].map((page) => withoutOverride({ remoteId: 'mf-sites', page }))),
  );
  expect(given).toEqual([null, null]);
  expect(bridge.calls.filter((call) => call === 'DELETE /platform/override')).toHaveLength(1);
  expect(notices.map(({ message }) => message)).toEqual([
    'mf-sites could not be loaded from http://localhost:3001. You are back on its release.',
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Leave' })).toBeNull());
  expect(document.documentElement).not.toHaveAttribute('data-top-bar');
});

test('the failure of another remote does not end the override', async () => {
  const { bridge } = await openParts('', overridden);
  expect(await withoutOverride({ remoteId: 'mf-apps', page: 'app-list' })).toBeNull();
  expect(bridge.calls).not.toContain('DELETE /platform/override');
  expect(await screen.findByRole('button', { name: 'Leave' })).toBeVisible();
});
