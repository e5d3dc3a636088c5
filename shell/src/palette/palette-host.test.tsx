import { QueryObserver } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient, type SiteOverview } from '@panel/core';
import { siteOverviewQuery } from '@panel/resources/site';
import { declaredHere, partnerWith, userWith } from '../testing/declared.ts';
import { renderFrame } from '../testing/render-frame.tsx';

test('input before the palette’s code has loaded is not lost', async () => {
  renderFrame({
    declared: await declaredHere(),
    partner: partnerWith(true),
    user: userWith('customer'),
    path: '/dashboard',
  });
  // All at once, like a fast typist on a slow connection: no code can arrive in between.
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  // False: the page below does not receive it.
  for (const key of ['p', 'r', 'o', 'f', 'x']) expect(fireEvent.keyDown(document.body, { key })).toBe(false);
  fireEvent.keyDown(document.body, { key: 'Backspace' });
  fireEvent.keyDown(document.body, { key: 'Shift' });
  expect(screen.queryByRole('combobox')).toBeNull();

  const field = await screen.findByRole('combobox', { name: 'Search pages and sites' });
  expect(field).toHaveValue('prof');
  expect(screen.getByRole('option', { name: /^Profile/ })).toHaveAttribute('aria-selected', 'true');

  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  expect(await screen.findByRole('combobox')).toHaveValue('');
});

test('before any input the palette shows the sites that were opened last, until they are gone', async () => {
  const user = userWith('customer');
  const { queryKey } = siteOverviewQuery('a');
  const answer = (status: string) =>
    queryClient.setQueryData(queryKey, { site: { site_id: 'a', fqdn: 'shop.test', status } } as SiteOverview);
  renderFrame({ declared: await declaredHere(), partner: partnerWith(true), user, path: '/dashboard' });
  answer('ready');
  const closePage = new QueryObserver(queryClient, { queryKey, staleTime: Infinity }).subscribe(() => {});
  await waitFor(() => {
    answer('ready');
    expect(localStorage.getItem('panel.recent')).toContain('shop.test');
  });
  closePage();
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  const recent = await screen.findByRole('group', { name: 'Opened last' });
  expect(within(recent).getByRole('option', { name: 'shop.test' })).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByRole('group', { name: 'Actions' })).toBeVisible();
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  answer('moving');
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await screen.findByRole('combobox');
  expect(screen.queryByRole('option', { name: 'shop.test' })).not.toBeInTheDocument();
});
