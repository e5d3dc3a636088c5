import { siteStatusLabels, SITE_STATUSES } from '@panel/contract/status';
import type { Site } from '@panel/core';
import { declaredHere, partnerWith, userWith } from '../testing/declared.ts';
import { matchEntries, pageEntries, siteEntry } from './palette-entries.ts';

const about = async () => ({
  manifests: await declaredHere(),
  partner: partnerWith(true),
  viewer: userWith('customer'),
});
const site = (change: Partial<Site>): Site =>
  ({
    site_id: 'a',
    fqdn: 'shop.test',
    type: 'wordpress',
    status: 'ready',
    infra_domain_id: 'i',
    customer_email: null,
    ...change,
  }) as Site;

test('pages at the end of a flow, or in the middle of one, are not offered', async () => {
  const labels = pageEntries(await about()).map(({ label }) => label);
  expect(labels).toEqual(
    expect.arrayContaining(['Dashboard', 'My Sites', 'Profile', 'Change password', 'Create a WordPress site']),
  );
  for (const label of ['Password changed', 'Access denied', 'Sign in', 'Select a plan', 'Finish'])
    expect(labels).not.toContain(label);
});

test.each(SITE_STATUSES)('a site with status %s has the text of the lists', async (status) => {
  expect(siteEntry(await about(), site({ status }))?.hint).toBe(siteStatusLabels[status].label);
});

test('a site that is being deleted reads Deleting and links to the list', async () => {
  expect(siteEntry(await about(), site({ status: 'moving' }))).toMatchObject({
    hint: 'Deleting',
    to: '/sites?q=shop.test',
  });
  expect(siteEntry(await about(), site({ status: 'ready' }))).toMatchObject({
    hint: 'Ready',
    to: '/manage-site/overview/a',
  });
});

test('signing out is the first result only when it was clearly meant', async () => {
  const entries = pageEntries(await about());
  expect(matchEntries(entries, 's')[0]?.to).not.toBe('/logout');
  expect(matchEntries(entries, 'sign')[0]?.to).toBe('/logout');
});

test.each(['logout', 'log out', 'Log Out', 'sign out'])('signing out is found as %p', async (typed) => {
  expect(matchEntries(pageEntries(await about()), typed)[0]).toMatchObject({ to: '/logout', label: 'Logout' });
});
