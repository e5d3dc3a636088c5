import type { ReactNode } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { applyBoot, panelStore, registryAtom, Slot, setSlotHost, type PageModule, type Registry } from '@panel/core';
import { createMemoryRouter, RouterProvider } from '@panel/core/router';
import { partnerWith, userWith } from '../testing/declared.ts';
import { PageLoadError } from './load-errors.ts';
import { loadPage, refreshRemotes } from './load-page.ts';
import { setRecoveryPart, type RecoveryPart } from './recovery-part.ts';
import SlotHost from './slot-host.tsx';
import { track } from './tracked.ts';

// Replaces the source of code; everything else is as in the panel.
jest.mock('./load-page.ts', () => ({ loadPage: jest.fn(), refreshRemotes: jest.fn() }));

type Entry = Registry['remotes'][number]['manifest']['slots'][number];
const parts = new Map<string, Promise<PageModule>>();
const shows = (Component: PageModule['Component']) => track(Promise.resolve({ Component }));

const registryOf = (remotes: Record<string, Entry[]>, version = '1') =>
  ({
    buildId: version,
    remotes: Object.entries(remotes).map(([id, slots]) => ({
      manifest: { id, name: id.slice(3), routes: [], menu: [], slots, offers: [] },
      version,
    })),
  }) as unknown as Registry;

function openPage(remotes: Record<string, Entry[]>, user = userWith('customer'), special = true, version = '1') {
  const registry = registryOf(remotes, version);
  applyBoot({ partner: partnerWith(special), user, registry, nonce: '', mailOutbox: null });
  const page = (
    <main>
      <h1>Overview</h1>
      <Slot name="site.overview" siteId="7" fqdn="shop.example" />
    </main>
  );
  return render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />);
}
const fill = (part: string, order: number, more: Partial<Entry> = {}): Entry => ({
  slot: 'site.overview',
  part,
  order,
  audience: 'signed-in',
  ...more,
});
const open = async (...given: Parameters<typeof openPage>): Promise<void> => {
  await act(async () => void openPage(...given));
};

beforeEach(() => {
  parts.clear();
  setSlotHost(SlotHost);
  jest
    .mocked(loadPage)
    .mockReset()
    .mockImplementation(
      (_remote, part) => parts.get(part) ?? track(Promise.reject(new PageLoadError('P206', _remote))),
    );
  jest.mocked(refreshRemotes).mockReset().mockResolvedValue(undefined);
});

test('an unfilled slot renders nothing', async () => {
  await open({ 'mf-hello': [fill('card', 1, { slot: 'dashboard.cards' })] });
  expect(screen.getByRole('main').childElementCount).toBe(1);
  expect(loadPage).not.toHaveBeenCalled();
});

test('parts appear in order with their slot’s properties', async () => {
  parts.set(
    'second',
    shows(() => <p>second</p>),
  );
  parts.set(
    'first',
    shows(((given: { siteId: string; fqdn: string }): ReactNode => (
      <p>
        first {given.fqdn} {given.siteId}
      </p>
    )) as PageModule['Component']),
  );
  await open({ 'mf-hello': [fill('second', 20)], 'mf-bye': [fill('first', 10)] });
  expect(screen.getAllByText(/first|second/).map((part) => part.textContent)).toEqual([
    'first shop.example 7',
    'second',
  ]);
});

test('a late part moves none that is shown', async () => {
  let arrive: (page: PageModule) => void = () => undefined;
  parts.set(
    'first',
    track(
      new Promise<PageModule>((resolve) => {
        arrive = resolve;
      }),
    ),
  );
  parts.set(
    'second',
    shows(() => <p>second</p>),
  );
  await open({ 'mf-hello': [fill('first', 10), fill('second', 20)] });
  expect(screen.queryByText('second')).toBeNull();
  expect(loadPage).toHaveBeenCalledWith('mf-hello', 'second');
  await act(async () => arrive({ Component: () => <p>first</p> }));
  expect(screen.getAllByText(/first|second/).map((part) => part.textContent)).toEqual(['first', 'second']);
});

test('without access to a part, none of its code is loaded', async () => {
  const entries = [fill('staff-part', 1, { audience: 'staff' }), fill('app-part', 2, { section: 'applications' })];
  await open({ 'mf-hello': entries }, userWith('customer'), false);
  expect(screen.getByRole('main').childElementCount).toBe(1);
  expect(loadPage).not.toHaveBeenCalled();
});

test('a failing part shows an error in place; page and other parts continue, and Retry recovers', async () => {
  parts.set(
    'second',
    shows(() => <p>second</p>),
  );
  const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await open({ 'mf-hello': [fill('first', 10), fill('second', 20)] });
  silent.mockRestore();
  expect(screen.getByRole('heading', { name: 'Overview' })).toBeVisible();
  expect(screen.getByText('second')).toBeVisible();
  expect(screen.getByRole('status')).toHaveTextContent('hello didn’t open');
  parts.set(
    'first',
    shows(() => <p>first</p>),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('first')).toBeVisible();
  expect(refreshRemotes).toHaveBeenCalledWith('mf-hello', false);
});

test('a part that could not be loaded is tried again when the connection is back', async () => {
  const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await open({ 'mf-hello': [fill('card', 10)] });
  silent.mockRestore();
  expect(screen.getByRole('status')).toHaveTextContent('hello didn’t open');
  parts.set(
    'card',
    shows(() => <p>part</p>),
  );
  fireEvent(window, new Event('online'));
  expect(await screen.findByText('part')).toBeVisible();
});

/** A part of release `bad` that throws, and what the shell reports and does about it. */
async function openBroken(pageBroke: RecoveryPart['pageBroke']): Promise<void> {
  setRecoveryPart(() => Promise.resolve({ pageBroke } as RecoveryPart));
  const Bad = () => {
    throw new Error('secret of the team');
  };
  jest
    .mocked(loadPage)
    .mockImplementation((_remote, _part, release) =>
      release?.version === 'bad' ? (parts.get('bad') ?? shows(Bad)) : (parts.get('good') ?? shows(() => <p>part</p>)),
    );
  for (const [name, Component] of Object.entries({ bad: Bad, good: () => <p>part</p> }))
    parts.set(name, shows(Component));
  const silent = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await open({ 'mf-hello': [fill('card', 10)] }, userWith('customer'), true, 'bad');
  silent.mockRestore();
}

test('a part that throws is reported as its own remote’s, and the release before replaces it', async () => {
  const pageBroke = jest.fn<Promise<boolean>, Parameters<RecoveryPart['pageBroke']>>(async () => {
    panelStore.set(registryAtom, registryOf({ 'mf-hello': [fill('card', 10)] }, 'good'));
    return true;
  });
  await openBroken(pageBroke);
  expect(await screen.findByText('part')).toBeVisible();
  expect(pageBroke.mock.calls).toEqual([
    [
      expect.objectContaining({
        remoteId: 'mf-hello',
        page: 'card',
        remote: expect.objectContaining({ version: 'bad' }),
      }),
    ],
  ]);
});

test('without such a release its place is named, without the error’s own text', async () => {
  await openBroken(() => Promise.resolve(false));
  expect(screen.getByRole('status')).toHaveTextContent(
    'hello stopped workingThis part had an unexpected error. The rest of the page works. (P208)',
  );
  expect(screen.queryByText(/secret/)).toBeNull();
});

test('a part stays in the release it was opened with, and leaves when its remote is switched off', async () => {
  parts.set(
    'card',
    shows(() => <p>part</p>),
  );
  await open({ 'mf-hello': [fill('card', 10)] }, userWith('customer'), true, '1');
  await act(async () => panelStore.set(registryAtom, registryOf({ 'mf-hello': [fill('card', 10)] }, '2')));
  expect(jest.mocked(loadPage).mock.calls.map(([, , release]) => release?.version)).not.toContain('2');
  await act(async () => panelStore.set(registryAtom, registryOf({})));
  expect(screen.queryByText('part')).toBeNull();
});
