import { screen, waitFor, within } from '@testing-library/react';
import { createBridge, makeScenario } from '@panel/ui/testing';
import { queryClient, taskQuery, type Task } from '@panel/core';
import { declaredHere } from '../testing/declared.ts';
import { renderFrame } from '../testing/render-frame.tsx';

async function openFrame(count: number) {
  const notifications = Array.from({ length: count }, (_, index) => ({
    type: 'site_created',
    description: `Site number ${index + 1} is ready`,
  }));
  const scenario = await makeScenario({ notifications });
  const bridge = createBridge(scenario.serverUrl, scenario.host);
  for (const pair of scenario.cookie.split('; '))
    await bridge.jar.setCookie(`${pair}; Path=/`, `http://${scenario.host}/`);
  globalThis.fetch = bridge.fetch;
  window.fetch = bridge.fetch;
  await bridge.fetch(`${window.location.origin}/partner/whitelabel`);
  return {
    bridge,
    ...renderFrame({
      declared: await declaredHere(),
      partner: scenario.partner,
      user: scenario.user,
      path: '/dashboard',
    }),
  };
}

test('the bell shows the unread count and the five newest, with a link to all', async () => {
  const { user } = await openFrame(7);
  await user.click(await screen.findByRole('button', { name: 'Notifications, 7 unread' }));
  const box = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  expect(box.getAllByRole('listitem')).toHaveLength(5);
  // 500 px wide (spec §9)
  expect(screen.getByRole('dialog', { name: 'Notifications' })).toHaveClass('p-popover-menu');
  expect(box.getByRole('link', { name: 'See all notifications' })).toHaveAttribute('href', '/my-account/notifications');
});

test('opening one marks it as read', async () => {
  const { user, bridge, address } = await openFrame(2);
  await user.click(await screen.findByRole('button', { name: 'Notifications, 2 unread' }));
  const box = within(await screen.findByRole('dialog', { name: 'Notifications' }));
  await user.click(box.getByRole('button', { name: /Site number 1 / }));
  expect(await screen.findByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  await waitFor(() => expect(bridge.calls.some((call) => call.startsWith('PUT /notification/'))).toBe(true));
  expect(address()).not.toBe('/dashboard');
});

test('the end of a task makes the bell reload', async () => {
  const { bridge } = await openFrame(0);
  await waitFor(() => expect(bridge.calls.filter((call) => call === 'GET /notification')).toHaveLength(1));
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  const { queryKey } = taskQuery('x');
  const task = { task_id: 'x', stale: ['notification'] };
  queryClient.setQueryData(queryKey, { ...task, status: 'running' } as Task);
  queryClient.setQueryData(queryKey, { ...task, status: 'succeeded' } as Task);
  await waitFor(() => expect(bridge.calls.filter((call) => call === 'GET /notification')).toHaveLength(2));
});
