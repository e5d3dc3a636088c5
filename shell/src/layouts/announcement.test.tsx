import { act, screen, waitFor, within } from '@testing-library/react';
import { createBridge, makeScenario } from '@panel/ui/testing';
import type { Boot, User } from '@panel/core';
import { declaredHere } from '../testing/declared.ts';
import { renderFrame } from '../testing/render-frame.tsx';

type Told = NonNullable<Parameters<typeof makeScenario>[0]>['announcements'];

async function open(announcements: Told, change: Partial<User> = {}, announcement?: Boot['announcement']) {
  const scenario = await makeScenario({ announcements });
  const bridge = createBridge(scenario.serverUrl, scenario.host);
  for (const pair of scenario.cookie.split('; '))
    await bridge.jar.setCookie(`${pair}; Path=/`, `http://${scenario.host}/`);
  globalThis.fetch = bridge.fetch;
  window.fetch = bridge.fetch;
  await bridge.fetch(`${window.location.origin}/partner/whitelabel`);
  const user = scenario.user && { ...scenario.user, ...change };
  const { partner } = scenario;
  const declared = await declaredHere();
  return { bridge, ...renderFrame({ declared, partner, user, path: '/dashboard', announcement }) };
}
const shown = async () => within(await screen.findByText('Maintenance').then((label) => bannerOf(label)));
const bannerOf = (label: HTMLElement): HTMLElement => {
  const banner = label.closest<HTMLElement>('[role="status"]');
  if (!banner) throw new Error('The banner is a status.');
  return banner;
};
const asked = (bridge: { calls: readonly string[] }) =>
  bridge.calls.filter((call) => call === 'GET /announcements/banner').length;

test('the banner is a status with a link to the page, stays between pages, and can be closed for the next one', async () => {
  const { user, router } = await open([{ title: 'News' }, { title: 'Work on the network', kind: 'maintenance' }]);
  const banner = await shown();
  expect(banner.getByRole('link', { name: 'Work on the network' })).toHaveAttribute(
    'href',
    '/my-account/announcements',
  );
  await act(() => router.navigate('/my-account/profile'));
  await user.click(banner.getByRole('button', { name: 'Close announcement' }));
  expect(await screen.findByRole('link', { name: 'News' })).toBeVisible();
  expect(screen.getByRole('main')).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Close announcement' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Close announcement' })).toBeNull());
});

test('staff who are signed in as the customer cannot close it for the customer', async () => {
  const acting = { staff: 'Alex Admin', ends_at: new Date(Date.now() + 3_600_000).toISOString() };
  await open([{ title: 'Work on the network', kind: 'maintenance' }], { acting });
  const banner = await shown();
  expect(banner.getByRole('link', { name: 'Work on the network' })).toBeVisible();
  expect(banner.queryByRole('button')).toBeNull();
});

test('staff have no banner, and ask for none', async () => {
  const { bridge } = await open([{ title: 'Work on the network', kind: 'maintenance' }], { role: 'admin' });
  await waitFor(() => expect(bridge.calls).toContain('GET /notification'));
  expect(asked(bridge)).toBe(0);
});

test('the preview of a brand has none, and asks for none: the call would be refused to its staff', async () => {
  const host = jest.spyOn(window, 'parent', 'get').mockReturnValue({} as Window);
  const { bridge } = await open([{ title: 'Work on the network', kind: 'maintenance' }]);
  await waitFor(() => expect(bridge.calls).toContain('GET /notification'));
  expect(asked(bridge)).toBe(0);
  host.mockRestore();
});

test('what the initial HTML brings is not asked for', async () => {
  const { bridge } = await open([], {}, { id: 'x', title: 'Known', kind: 'info' });
  expect(screen.getByRole('link', { name: 'Known' })).toBeVisible();
  await waitFor(() => expect(bridge.calls).toContain('GET /notification'));
  expect(asked(bridge)).toBe(0);
});
