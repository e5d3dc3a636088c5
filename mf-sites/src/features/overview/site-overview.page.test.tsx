import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { makeScenario, siteOfTask } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

const region = (name: string) => screen.findByRole('region', { name });

test('without an id the list is shown, to choose a site', async () => {
  const { address } = await openPage({ path: '/manage-site/overview' });
  expect(await screen.findByRole('heading', { name: 'No sites yet' })).toBeVisible();
  expect(address()).toBe('/sites');
});

test("another customer's site is not found", async () => {
  const theirs = await makeScenario({ sites: [{ name: 'secret' }] });
  await openPage({ path: `/manage-site/overview/${theirs.sites[0]?.site_id}` });
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
  expect(screen.queryByText(/secret/)).not.toBeInTheDocument();
});

test('a site that is deleted while its page is open is no longer shown with its health', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }] });
  const id = mine.sites[0]?.site_id ?? '';
  const { user } = await openPage({ path: `/manage-site/overview/${id}`, as: mine });
  expect(within(await region('Site Information')).getByText('Not checked yet')).toBeVisible();
  const { task_id: taskId } = await api.site.remove({ id });
  await siteOfTask(taskId);
  await user.click(within(await region('Checks')).getByRole('button', { name: 'Check now' }));
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
  expect(screen.queryByText('Not checked yet')).not.toBeInTheDocument();
});

test('the preview is shown once the site has loaded', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }] });
  await openPage({ path: `/manage-site/overview/${mine.sites[0]?.site_id}`, as: mine });
  const picture = await screen.findByTitle(/as visitors see it$/);
  expect(picture).not.toHaveAttribute('data-loaded');
  fireEvent.load(picture);
  expect(picture).toHaveAttribute('data-loaded');
});

test('shows the site with its information card', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }] });
  const [site] = mine.sites;
  await openPage({ path: `/manage-site/overview/${site?.site_id}`, as: mine });
  expect(await screen.findByRole('heading', { level: 1, name: 'bakery' })).toBeVisible();
  const card = await region('Site Information');
  expect(within(card).getByText('Live')).toBeVisible();
  expect(within(card).getByText('Not checked yet')).toBeVisible();
  expect(within(card).getByRole('link', { name: new RegExp(`^${site?.fqdn}`) })).toHaveAttribute('target', '_blank');
  expect(within(card).getByText('Nameservers')).toBeVisible();
  expect(within(card).getByRole('button', { name: 'Change Site Name' })).not.toHaveAttribute('aria-disabled');
});

test('an outdated WordPress shows its upgrade, which says what happens before it begins', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery', version: '7.0.2' }, { name: 'newest' }] });
  const [old, newest] = mine.sites;
  const { user, unmount } = await openPage({ path: `/manage-site/overview/${old?.site_id}`, as: mine });
  const card = within(await region('Site Information'));
  expect(card.getByText('WordPress 7.0.2')).toBeVisible();
  await user.click(card.getByRole('button', { name: 'Upgrade to 7.1.1' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Upgrade to WordPress 7.1.1' }));
  expect(dialog.getByText(/We back up the site, upgrade WordPress and its database/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Back up and upgrade' }));
  // Nothing is hosted for this site, so its upgrade ends with the backup, and the panel keeps the reason.
  // The dialog of the task replaces the confirmation, with the same title.
  const ended = () => within(screen.getByRole('dialog', { name: 'Upgrade to WordPress 7.1.1' }));
  await waitFor(() => expect(ended().getByText(/This site is not on this server/)).toBeVisible());
  // The failed backup is a reason of its health, beside the status and with what to do. The site is read after the task.
  expect(await card.findByText('Needs attention')).toBeVisible();
  const health = within(await region('Needs attention'));
  expect(health.getByText(/This site is not on this server/)).toBeVisible();
  expect(health.getByRole('link', { name: 'View backups' })).toHaveAttribute(
    'href',
    `/manage-site/backup/${old?.site_id}`,
  );
  unmount();

  await openPage({ path: `/manage-site/overview/${newest?.site_id}?panel=upgrade`, as: mine });
  expect(within(await region('Site Information')).getByText('WordPress 7.1.1')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Upgrade to/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('what is due is a link that does it, and nothing is claimed that nobody has checked', async () => {
  const plugin = { kind: 'plugin', slug: 'contact', name: 'Contact' } as const;
  const mine = await makeScenario({
    sites: [
      { name: 'bakery', version: '7.0.2', backups: 1, installed: [{ ...plugin, version: '1.0', active: true }] },
      { name: 'unread' },
    ],
    library: [{ ...plugin, version: '1.1' }],
  });
  const [bakery, unread] = mine.sites;
  const { user, unmount, address } = await openPage({ path: `/manage-site/overview/${bakery?.site_id}`, as: mine });
  const due = within(await region('Updates and backups'));
  expect(due.getByText(/Updates of 1 plugin in your library/)).toHaveTextContent(/Checked/);
  expect(due.getByRole('link', { name: 'Update' })).toHaveAttribute('href', '/plugins/installed-plugins');
  expect(due.getByText(/^Last backup/)).toHaveTextContent(/not tested yet/);
  expect(due.getByRole('link', { name: 'Test restore' })).toHaveAttribute(
    'href',
    `/manage-site/backup/${bakery?.site_id}`,
  );
  // Without a feed nobody looks for vulnerabilities.
  expect(due.queryByText(/vulnerabilit/)).not.toBeInTheDocument();
  await user.click(due.getByRole('button', { name: 'Upgrade WordPress' }));
  expect(address()).toBe(`/manage-site/overview/${bakery?.site_id}?panel=upgrade`);
  expect(within(await region('Recent activity')).getByText('Changes of this site will appear here.')).toBeVisible();
  unmount();

  await openPage({ path: `/manage-site/overview/${unread?.site_id}`, as: mine });
  const other = within(await region('Updates and backups'));
  expect(other.getByText('Plugins and themes have not been checked yet.')).toBeVisible();
  expect(other.getByText('No backup yet.')).toBeVisible();
});

test('a failed site cannot be renamed; its deletion is on its settings', async () => {
  const mine = await makeScenario({ sites: [{ name: 'broken', status: 'failed' }] });
  const { user, address } = await openPage({ path: `/manage-site/overview/${mine.sites[0]?.site_id}`, as: mine });
  expect(await screen.findByText('This site failed')).toBeVisible();
  expect(within(await region('Site Information')).getByRole('button', { name: 'Change Site Name' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await user.click(screen.getByRole('link', { name: 'Delete Site' }));
  expect(await screen.findByRole('dialog', { name: 'Delete Live Environment' })).toBeVisible();
  expect(address()).toBe(`/manage-site/settings/${mine.sites[0]?.site_id}?panel=delete`);
});

test('a site that failed after it was ready leads to its backups', async () => {
  const mine = await makeScenario({ sites: [{ name: 'broken', status: 'failed', backups: 1 }] });
  await openPage({ path: `/manage-site/overview/${mine.sites[0]?.site_id}`, as: mine });
  expect(await screen.findByText(/The last change failed.* Restore a backup, or contact support\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Restore a backup' })).toHaveAttribute(
    'href',
    `/manage-site/backup/${mine.sites[0]?.site_id}`,
  );
  expect(screen.queryByRole('link', { name: 'Delete Site' })).not.toBeInTheDocument();
});

test('a site whose pages fail leads to its backups, where it has any', async () => {
  const mine = await makeScenario({
    sites: [
      { name: 'bakery', pagesFail: true, backups: 1 },
      { name: 'florist', pagesFail: true },
      { name: 'leaflet', type: 'site_builder', pagesFail: true },
    ],
  });
  const [bakery, ...others] = mine.sites;
  let { unmount } = await openPage({ path: `/manage-site/overview/${bakery?.site_id}`, as: mine });
  const health = within(await region('Down'));
  expect(health.getByText('HTTP 500')).toBeVisible();
  expect(health.getByRole('link', { name: 'Restore a backup' })).toHaveAttribute(
    'href',
    `/manage-site/backup/${bakery?.site_id}`,
  );

  for (const { site_id: id } of others) {
    unmount();
    ({ unmount } = await openPage({ path: `/manage-site/overview/${id}`, as: mine }));
    const other = within(await region('Down'));
    expect(other.getByText('HTTP 500')).toBeVisible();
    expect(other.queryByRole('link')).not.toBeInTheDocument();
  }
});

test('a taken name is rejected in the panel, and nothing is saved', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery' }, { name: 'florist' }] });
  const { user, bridge } = await openPage({
    path: `/manage-site/overview/${mine.sites[0]?.site_id}?panel=rename`,
    as: mine,
  });
  const panel = await screen.findByRole('dialog', { name: 'Change Site Name' });
  const field = within(panel).getByRole('textbox', { name: /Site Domain Name/ });
  expect(panel).toHaveTextContent(`${mine.sites[0]?.fqdn} stops answering once the site has its new name.`);
  await user.clear(field);
  await user.type(field, 'FLORIST');
  expect(field).toHaveValue('florist');
  expect(
    await within(panel).findByText('This domain has already taken, please enter another domain name!'),
  ).toBeVisible();
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(bridge.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1));
  expect(screen.getByRole('dialog', { name: 'Change Site Name' })).toBeVisible();
  await waitFor(() => expect(field).toHaveFocus());
  expect(screen.getAllByText('This domain has already taken, please enter another domain name!')).toHaveLength(1);
  expect(within(panel).queryByRole('alert')).not.toBeInTheDocument();
});
