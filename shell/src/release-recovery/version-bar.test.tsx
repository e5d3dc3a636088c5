import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type * as Core from '@panel/core';
import { api, applyBoot, panelStore, registryAtom, useDirty, type Registry } from '@panel/core';
import { createMemoryRouter } from '@panel/core/router';
import { choose, activeReleasesAtom, swapsAtom } from '../boot/active-releases.ts';
import type { Remote } from '../boot/remote.ts';
import { partnerWith, userWith } from '../testing/declared.ts';

jest.mock('@panel/core', () => ({
  ...jest.requireActual<typeof Core>('@panel/core'),
  refreshPartner: jest.fn(),
  api: {
    platform: { state: jest.fn(() => Promise.reject(new Error('no answer'))), registry: jest.fn() },
    user: { profile: jest.fn() },
  },
}));

const route = {
  path: '/help',
  page: 'home',
  title: 'Help',
  audience: 'public',
  layout: 'help',
  skeleton: 'text',
} as const;
const remote = (version: string) =>
  ({
    manifest: { id: 'mf-help', name: 'Help', routes: [{ ...route, title: `Help ${version}` }], menu: [] },
    version,
  }) as unknown as Remote;
const registry = (version: string, shell = 's1') =>
  ({ buildId: `${version} ${shell}`, shell, remotes: [remote(version)] }) as Registry;

const Form = ({ dirty }: { dirty: boolean }) => {
  useDirty(dirty);
  return null;
};

const reload = jest.fn();

/** The bar on the page of mf-help, with version 1 open, on the shell s1. */
async function openBar(dirty = false) {
  applyBoot({
    partner: partnerWith(true),
    user: userWith('customer'),
    registry: registry('1'),
    nonce: '',
    mailOutbox: null,
  });
  panelStore.set(activeReleasesAtom, { 'mf-help': remote('1') });
  // The part records the running shell when it loads.
  const { VersionBar } = await import('./version-bar.tsx');
  const router = createMemoryRouter([{ path: '/help', handle: { remoteId: 'mf-help', route } }], {
    initialEntries: ['/help'],
  });
  const show = (isDirty: boolean) => (
    <>
      <Form dirty={isDirty} />
      <VersionBar router={router as never} reload={reload} />
    </>
  );
  const view = render(show(dirty));
  return { user: userEvent.setup(), setDirty: (isDirty: boolean) => view.rerender(show(isDirty)) };
}

const publish = (version: string, shell?: string) =>
  act(async () => panelStore.set(registryAtom, registry(version, shell)));
const bar = () => screen.queryByText(/A new version is ready/);

test('a newer release of the open section is announced, and loaded on request', async () => {
  const { user } = await openBar();
  expect(bar()).toBeNull();
  await publish('2');
  expect(bar()).toBeVisible();
  const before = panelStore.get(swapsAtom);
  await user.click(screen.getByRole('button', { name: 'Show it' }));
  expect(panelStore.get(swapsAtom)).toBe(before + 1);
});

test('the version that is loaded is the newest when it is asked for, not the one that was announced', async () => {
  const { user } = await openBar();
  await publish('2');
  jest.mocked(api.platform.state).mockResolvedValueOnce({ buildId: '3 s1' });
  jest.mocked(api.platform.registry).mockResolvedValueOnce({
    ...registry('3'),
    remotes: [{ ...remote('3'), base: '/', integrity: {} }],
  });
  const loaded: (string | undefined)[] = [];
  const stop = panelStore.sub(swapsAtom, () => loaded.push(choose('mf-help', route, false).remote?.version));
  await user.click(screen.getByRole('button', { name: 'Show it' }));
  stop();
  expect(loaded).toEqual(['3']);
});

test('a lost connection is shown until it is back, in place of a new version', async () => {
  await openBar();
  await publish('2');
  const connection = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent(window, new Event('offline'));
  expect(screen.getByText(/^You’re offline/)).toBeVisible();
  expect(bar()).toBeNull();
  connection.mockRestore();
  fireEvent(window, new Event('online'));
  expect(screen.queryByText(/^You’re offline/)).toBeNull();
  expect(bar()).toBeVisible();
});

test('with unsaved input the button is hidden, until it is saved', async () => {
  const { setDirty } = await openBar(true);
  await publish('2');
  expect(bar()).toHaveTextContent('Save or discard your changes to use it.');
  expect(screen.queryByRole('button', { name: 'Show it' })).toBeNull();
  setDirty(false);
  expect(screen.getByRole('button', { name: 'Show it' })).toBeVisible();
});

test('Later hides it until there is yet another one', async () => {
  const { user } = await openBar();
  await publish('2');
  await user.click(screen.getByRole('button', { name: 'Later' }));
  expect(bar()).toBeNull();
  await publish('3');
  expect(bar()).toBeVisible();
});

test('a tab that runs a revoked release reloads without a question, once its input is saved', async () => {
  sessionStorage.clear();
  reload.mockClear();
  const { setDirty } = await openBar(true);
  const revoke = (release: string, buildId: string) =>
    act(async () => panelStore.set(registryAtom, { ...registry('1'), buildId, revoked: [release] }));
  await revoke('mf-help@1', 'not-requested');
  expect(screen.queryByText(/withdrawn/)).toBeNull();
  await revoke('shell@s1', 'own-shell');
  expect(screen.getByText(/^This version was withdrawn\. Save or discard/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Later' })).toBeNull();
  expect(reload).not.toHaveBeenCalled();
  setDirty(false);
  expect(reload).toHaveBeenCalledTimes(1);
  const { requestedReleases } = await import('../boot/remote-source.ts');
  requestedReleases.add('mf-help@1');
  await revoke('mf-help@1', 'own-remote');
  expect(reload).toHaveBeenCalledTimes(2);
  requestedReleases.clear();
});

test('a new shell is offered with a reload', async () => {
  const { user } = await openBar();
  await publish('1', 's2');
  reload.mockClear();
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(reload).toHaveBeenCalledTimes(1);
});

test('a page opens with the newest release, and with the current one while there is input', () => {
  panelStore.set(registryAtom, registry('2'));
  panelStore.set(activeReleasesAtom, { 'mf-help': remote('1') });
  expect(choose('mf-help', route, false)).toMatchObject({ remote: { version: '2' }, route: { title: 'Help 2' } });
  expect(choose('mf-help', route, true)).toMatchObject({ remote: { version: '1' }, route: { title: 'Help 1' } });
  expect(choose('mf-gone', route, true)).toEqual({ remote: undefined, route });
});
