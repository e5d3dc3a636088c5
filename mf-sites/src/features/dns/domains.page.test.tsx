import { screen, within } from '@testing-library/react';
import { makeScenario } from '@panel/ui/testing';
import { api } from '@panel/core';
import { openPage } from '../../testing/open.ts';

/** Domains are unique on the server, and other files of this process have theirs. */
const domain = (name: string) => `${name}-of-list-${process.pid}.example`;

test('the domains of the account lead to their records; one that resolvers do not know is not connected', async () => {
  const mine = await makeScenario({
    sites: [{ name: 'one', domain: domain('one') }, { name: 'two', domain: domain('two') }, { name: 'below' }],
  });
  const first = await openPage({ path: `/manage-site/dns/${mine.sites[0]?.site_id}`, as: mine });
  await screen.findByRole('table', { name: 'DNS records' });
  await api.dns.byFqdn({ fqdn: domain('two') });
  first.unmount();
  const { user, address } = await openPage({ path: '/dns', as: mine });
  const row = within(await screen.findByRole('row', { name: new RegExp(domain('one')) }));
  expect(await row.findByText('Not connected')).toBeVisible();
  expect(screen.getAllByRole('row')).toHaveLength(3);
  await user.click(row.getByRole('link', { name: domain('one') }));
  expect(address()).toBe(`/manage-site/dns/${mine.sites[0]?.site_id}`);
});

test('without domains the page explains what appears here', async () => {
  await openPage({ path: '/dns', sites: [{ name: 'below' }] });
  expect(await screen.findByRole('heading', { name: 'No domains yet' })).toBeVisible();
});

test('the check shows what each resolver says beside what it should be, and asks for a notification', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery', domain: domain('moving') }] });
  const { bridge, user } = await openPage({ path: `/propagation/check/${mine.sites[0]?.site_id}`, as: mine });
  expect(await screen.findByText('Not propagated yet')).toBeVisible();
  const resolver = within(screen.getByRole('region', { name: '127.0.0.1:1' }));
  expect(resolver.getByText('The resolver could not be reached.')).toBeVisible();
  const expected = await api.dns.nameservers();
  for (const host of expected) expect(resolver.getByText(host)).toBeVisible();
  expect(bridge.calls).toContain(`POST /dns/propagation/${domain('moving')}/watch`);
  await user.click(screen.getByRole('button', { name: 'Check now' }));
  expect(await screen.findByText('Not propagated yet')).toBeVisible();
});

test('the check of email settings explains each part, and looks for a selector', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery', domain: domain('mail') }] });
  const { user } = await openPage({ path: `/dns/mail/${mine.sites[0]?.site_id}`, as: mine });
  const senders = within(await screen.findByRole('region', { name: 'Senders (SPF)' }));
  expect(senders.getByText('Not checked')).toBeVisible();
  expect(senders.getByText('The resolver could not be reached.')).toBeVisible();
  expect(screen.getByText(/^No selector is known/)).toBeVisible();
  const form = within(screen.getByRole('form', { name: 'Another selector' }));
  await user.type(form.getByRole('textbox', { name: /^Selector/ }), 'two words');
  await user.click(form.getByRole('button', { name: 'Check this selector' }));
  expect(await form.findByText('Enter a selector such as google or fm1.')).toBeVisible();
  await user.clear(form.getByRole('textbox', { name: /^Selector/ }));
  await user.type(form.getByRole('textbox', { name: /^Selector/ }), 'mine');
  await user.click(form.getByRole('button', { name: 'Check this selector' }));
  expect(within(await screen.findByRole('region', { name: 'mine' })).getByText('Not checked')).toBeVisible();
});

test('another customer’s domain is not found', async () => {
  const theirs = await makeScenario({ sites: [{ name: 'secret', domain: domain('secret') }] });
  await openPage({ path: `/propagation/check/${theirs.sites[0]?.site_id}` });
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
});
