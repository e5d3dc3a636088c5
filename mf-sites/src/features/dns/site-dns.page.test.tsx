import { screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { makeScenario } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = (name: string) => screen.findByRole('dialog', { name });
const row = (name: RegExp) => screen.findByRole('row', { name });

let counter = 0;

/** The page of a site with its own domain. */
async function openDns() {
  counter += 1;
  const domain = `bakery-${process.pid}-${counter}.example`;
  const mine = await makeScenario({ sites: [{ name: 'bakery', domain }] });
  const page = await openPage({ path: `/manage-site/dns/${mine.sites[0]?.site_id}`, as: mine });
  await screen.findByRole('table', { name: 'DNS records' });
  return { domain, ...page };
}
type Opened = Awaited<ReturnType<typeof openDns>>;

const recordsOf = async (domain: string) => (await api.dns.byFqdn({ fqdn: domain })).records;

async function addRecord({ user }: Opened, type: string, name: string, fill: Record<string, string>) {
  await user.click(await button('Add a record'));
  const form = within(await dialog('Add a record'));
  await user.selectOptions(form.getByRole('combobox', { name: /^Type/ }), type);
  await user.type(form.getByRole('textbox', { name: /^Name/ }), name);
  for (const [label, text] of Object.entries(fill)) {
    const input = form.getByRole('textbox', { name: new RegExp(`^${label}`) });
    await user.clear(input);
    await user.type(input, text);
  }
  await user.click(form.getByRole('button', { name: 'Add record' }));
  return form;
}

test('a record is added and one deleted; the difference is shown first, then both are saved', async () => {
  const page = await openDns();
  const { user, domain } = page;
  await addRecord(page, 'MX', '@', { Priority: '5', 'Mail server': `mail.${domain}.` });
  expect(await screen.findByRole('region', { name: '1 unsaved change' })).toBeVisible();
  await user.click(within(await row(/^CNAME www/)).getByRole('button', { name: 'Actions for CNAME www' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const changes = within(await screen.findByRole('region', { name: '2 unsaved changes' }));
  expect(changes.getByText('Added')).toBeVisible();
  expect(changes.getByText(`@ MX 5 mail.${domain} (1 hour)`)).toBeVisible();
  expect(changes.getByText('Deleted')).toBeVisible();
  expect(await recordsOf(domain)).not.toContainEqual(expect.objectContaining({ type: 'MX' }));
  await user.click(changes.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: /unsaved/ })).not.toBeInTheDocument());
  const saved = await recordsOf(domain);
  expect(saved).toContainEqual({ type: 'MX', name: '@', ttl: 3600, priority: 5, value: `mail.${domain}` });
  expect(saved).not.toContainEqual(expect.objectContaining({ type: 'CNAME' }));
});

test('what is wrong with a record is shown at its field, or above the form', async () => {
  const page = await openDns();
  const form = await addRecord(page, 'A', 'shop', { 'IPv4 address': '192.0.2.256' });
  expect(await form.findByText('Enter an IPv4 address, such as 192.0.2.1.')).toBeVisible();
  const input = form.getByRole('textbox', { name: /^IPv4 address/ });
  await page.user.clear(input);
  await page.user.type(input, '192.0.2.5');
  const name = form.getByRole('textbox', { name: /^Name/ });
  await page.user.clear(name);
  await page.user.type(name, 'www');
  await page.user.click(form.getByRole('button', { name: 'Add record' }));
  expect(await form.findByRole('alert')).toHaveTextContent(/CNAME|only record/);
});

test('changes are undone one by one, or discarded', async () => {
  const page = await openDns();
  const { user } = page;
  await addRecord(page, 'A', 'one', { 'IPv4 address': '192.0.2.1' });
  await addRecord(page, 'A', 'two', { 'IPv4 address': '192.0.2.2' });
  await user.click(await button('Undo'));
  expect(await screen.findByRole('region', { name: '1 unsaved change' })).toBeVisible();
  expect(screen.queryByRole('row', { name: /^A two/ })).not.toBeInTheDocument();
  await user.click(await button('Discard changes'));
  expect(screen.queryByRole('row', { name: /^A one/ })).not.toBeInTheDocument();
});

test('a change of another tab is not overwritten', async () => {
  const page = await openDns();
  const { user, domain } = page;
  await addRecord(page, 'A', 'mine', { 'IPv4 address': '192.0.2.1' });
  const { serial } = await api.dns.byFqdn({ fqdn: domain });
  await api.dns.update({ fqdn: domain, serial, records: [] });
  await user.click(await button('Save changes'));
  expect(await screen.findByText(/This was changed in the meantime/)).toBeVisible();
  expect(await recordsOf(domain)).toEqual([]);
});

test('a zone file is previewed, then used; an earlier version comes back', async () => {
  const { user, domain } = await openDns();
  await user.click(await button('More'));
  await user.click(await screen.findByRole('menuitem', { name: 'Import a zone file' }));
  const panel = within(await dialog('Import a zone file'));
  const fileOf = (text: string) => new File([text], 'old.zone', { type: 'text/plain' });
  await user.upload(panel.getByLabelText('Zone file'), fileOf('www A 192.0.2.1\n$INCLUDE other\n'));
  expect(await panel.findByText('Line 2: $INCLUDE is not supported. Write its records into the file.')).toBeVisible();
  await user.upload(panel.getByLabelText('Zone file'), fileOf('@ NS ns.old.example.\nshop 600 A 192.0.2.1\n'));
  expect(await panel.findByText(/^1 record: 1 new, /)).toBeVisible();
  expect(panel.getByText(/^Line 1: The name servers of the domain itself/)).toBeVisible();
  await user.click(panel.getByRole('button', { name: 'Use these records' }));
  await user.click(await button('Save changes'));
  await waitFor(async () => expect(await recordsOf(domain)).toHaveLength(1));
  await user.click(await button('More'));
  await user.click(await screen.findByRole('menuitem', { name: 'Versions' }));
  const versions = within(await dialog('Versions'));
  const [newest, first] = await versions.findAllByRole('button', { name: /^Use version/ });
  expect(newest).toHaveAttribute('aria-disabled', 'true');
  await user.click(first as HTMLElement);
  await user.click(await button('Save changes'));
  await waitFor(async () => expect((await recordsOf(domain)).map(({ name }) => name)).toContain('www'));
});

const setUpEmail = async ({ user }: Opened, provider: string) => {
  await user.click(await button('Set up email'));
  await user.click(await screen.findByRole('menuitem', { name: provider }));
};

test('mail at a provider takes two clicks; the difference is shown and can be undone', async () => {
  const page = await openDns();
  const { user, domain } = page;
  await setUpEmail(page, 'Fastmail');
  const changes = within(await screen.findByRole('region', { name: '7 unsaved changes' }));
  expect(changes.getByText('@ MX 10 in1-smtp.messagingengine.com (1 hour)')).toBeVisible();
  expect(changes.getByText(`fm1._domainkey CNAME fm1.${domain}.dkim.fmhosted.com (1 hour)`)).toBeVisible();
  expect(await recordsOf(domain)).toHaveLength(3);
  await user.click(changes.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: /unsaved/ })).not.toBeInTheDocument());
  expect(screen.queryByRole('region', { name: /^Email/ })).not.toBeInTheDocument();
  await setUpEmail(page, 'Fastmail');
  await user.click(await button('Save changes'));
  await waitFor(async () => expect(await recordsOf(domain)).toHaveLength(10));
  await setUpEmail(page, 'Fastmail');
  expect(await screen.findByText('The domain has these records already.')).toBeVisible();
});

test('values of the provider are checked and added; another provider’s mail servers are replaced', async () => {
  const page = await openDns();
  const { user, domain } = page;
  await setUpEmail(page, 'Google Workspace');
  const form = within(await screen.findByRole('form', { name: 'Values from Google Workspace' }));
  const input = form.getByRole('textbox', { name: /^Verification record/ });
  await user.type(input, 'my token');
  await user.click(form.getByRole('button', { name: 'Add these values' }));
  expect(await form.findByText('Enter it in the form google-site-verification=…')).toBeVisible();
  await user.clear(input);
  await user.type(input, 'google-site-verification=abc123');
  await user.click(form.getByRole('button', { name: 'Add these values' }));
  expect(await screen.findByText('@ TXT google-site-verification=abc123 (1 hour)')).toBeVisible();
  await user.click(await button('Save changes'));
  await waitFor(async () => expect(await recordsOf(domain)).toHaveLength(7));
  await setUpEmail(page, 'No mail for this domain');
  const card = within(await screen.findByRole('region', { name: 'Email: No mail for this domain' }));
  expect(card.getByText('Email no longer goes to smtp.google.com.')).toBeVisible();
  const changes = within(await screen.findByRole('region', { name: /unsaved changes/ }));
  expect(changes.getByText('@ TXT v=spf1 include:_spf.google.com ~all (1 hour)')).toBeVisible();
  expect(changes.getByText('@ TXT v=spf1 -all (1 hour)')).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('region', { name: /^Email/ })).not.toBeInTheDocument();
});

test('the search finds records, and no match can be cleared', async () => {
  const { user } = await openDns();
  await user.type(screen.getByRole('searchbox', { name: 'Search records' }), 'nothing');
  await user.click(await button('Clear filters'));
  expect(await row(/^CNAME www/)).toBeVisible();
});

test('a site below the partner’s domain has no records to edit', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }] });
  const id = mine.sites[0]?.site_id;
  await openPage({ path: `/manage-site/dns/${id}`, as: mine });
  expect(await screen.findByRole('heading', { name: 'This site has no domain of its own' })).toBeVisible();
  const add = screen.getByRole('link', { name: 'Add a Custom Domain' });
  expect(add).toHaveAttribute('href', expect.stringContaining(`bring-your-own-domain/${id}`));
});

test('a domain that the site has claimed is named, with the way to go on', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery', claim: { domain: `claimed-${process.pid}.example` } }] });
  const id = mine.sites[0]?.site_id;
  await openPage({ path: `/manage-site/dns/${id}`, as: mine });
  expect(await screen.findByRole('heading', { name: /^claimed-\d+\.example isn’t connected yet$/ })).toBeVisible();
  expect(screen.queryByText(/no domain of its own/)).toBeNull();
  const next = screen.getByRole('link', { name: 'Continue setup' });
  expect(next).toHaveAttribute('href', expect.stringContaining(`bring-your-own-domain/${id}`));
});

test('another customer’s site is not found', async () => {
  const theirs = await makeScenario({ sites: [{ name: 'secret', domain: `secret-${process.pid}.example` }] });
  await openPage({ path: `/manage-site/dns/${theirs.sites[0]?.site_id}` });
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
});
