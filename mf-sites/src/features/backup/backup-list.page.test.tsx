import { screen, waitFor, within } from '@testing-library/react';
import { holdTasks, makeScenario } from '@panel/ui/testing';
import { hostedSite, openPage } from '../../testing/open.ts';

const TASK_MS = 30_000;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const rows = () =>
  within(screen.getByRole('table', { name: 'Backups of this site' }))
    .getAllByRole('row')
    .slice(1);

/** A page with as many backups of one site, written as rows. */
async function openBackups(backups: number, query = '') {
  const mine = await makeScenario({ sites: [{ name: 'bakery', backups }] });
  const id = mine.sites[0]?.site_id ?? '';
  return { id, ...(await openPage({ path: `/manage-site/backup/${id}${query}`, as: mine })) };
}

type Opened = Awaited<ReturnType<typeof openBackups>>;

async function choose({ user }: Pick<Opened, 'user'>, backup: string, action: string) {
  await user.click(await button(`Actions for ${backup}`));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }));
}

/** The page of a site that is really hosted. */
async function openHosted() {
  const { scenario, siteId } = await hostedSite();
  return openPage({ path: `/manage-site/backup/${siteId}`, as: scenario });
}

test(
  'a site is backed up and restored, with the progress of both',
  async () => {
    const page = await openHosted();
    expect(await screen.findByRole('heading', { name: 'No backups yet' })).toBeVisible();
    const release = await holdTasks(page.scenario);
    await page.user.click(await button('Back up now'));
    expect(await screen.findByRole('heading', { name: 'Backing up the site' })).toBeVisible();
    await release();
    await waitFor(() => expect(within(rows()[0] as HTMLElement).getByText('Done')).toBeVisible(), { timeout: TASK_MS });
    await waitFor(async () => expect(await button('Back up now')).not.toHaveAttribute('aria-disabled'));

    await choose(page, 'Manual backup', 'Restore');
    const asked = within(await dialog(/^Restore bakery/));
    expect(asked.getByText(/back up the site as it is now/)).toBeVisible();
    const releaseAgain = await holdTasks(page.scenario);
    await page.user.click(asked.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByRole('heading', { name: 'Restoring the site' })).toBeVisible();
    await releaseAgain();
    expect(await screen.findByText('Before restoring “Manual backup”')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Restoring the site' })).not.toBeInTheDocument(), {
      timeout: TASK_MS,
    });
    expect(rows()).toHaveLength(2);
  },
  2 * TASK_MS,
);

test(
  'a site that cannot be backed up can be restored without a safety backup if its owner chooses to',
  async () => {
    const page = await openHosted();
    await page.user.click(await button('Back up now'));
    await waitFor(async () => expect(within(rows()[0] as HTMLElement).getByText('Done')).toBeVisible(), {
      timeout: TASK_MS,
    });
    await waitFor(async () => expect(await button('Back up now')).not.toHaveAttribute('aria-disabled'));

    await choose(page, 'Manual backup', 'Restore');
    const asked = within(await dialog(/^Restore bakery/));
    await page.user.click(asked.getByRole('checkbox', { name: /^Restore without backing up the site first/ }));
    expect(asked.getByText(/You can’t go back to the site as it is now\.$/)).toBeVisible();
    const release = await holdTasks(page.scenario);
    await page.user.click(asked.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByRole('heading', { name: 'Restoring the site' })).toBeVisible();
    await release();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Restoring the site' })).not.toBeInTheDocument(), {
      timeout: TASK_MS,
    });
    expect(rows()).toHaveLength(1);
  },
  2 * TASK_MS,
);

test('a backup is found, and renamed in its panel', async () => {
  const page = await openBackups(2);
  await choose(page, 'Backup 1', 'Rename');
  const panel = within(await dialog('Rename backup'));
  const field = panel.getByRole('textbox', { name: /Name/ });
  await page.user.clear(field);
  await page.user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await panel.findByText('Enter a name.')).toBeVisible();
  await page.user.type(field, 'Before the sale');
  await page.user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Before the sale')).toBeVisible();
  // The page behind an open dialog does not react.
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

  await page.user.type(screen.getByRole('searchbox', { name: 'Search backups' }), 'nothing');
  await page.user.click(await button('Clear filters'));
  expect(await screen.findByText('Backup 2')).toBeVisible();
});

test('a backup is deleted once its name was typed', async () => {
  const page = await openBackups(2);
  await choose(page, 'Backup 2', 'Delete');
  const asked = within(await dialog('Delete backup'));
  expect(asked.getByRole('button', { name: 'Delete backup' })).toHaveAttribute('aria-disabled', 'true');
  await page.user.type(asked.getByRole('textbox'), 'Backup 2');
  await page.user.click(asked.getByRole('button', { name: 'Delete backup' }));
  await waitFor(() => expect(screen.queryByText('Backup 2')).not.toBeInTheDocument());
  expect(rows()).toHaveLength(1);
});

test('a download link is made for one backup', async () => {
  const page = await openBackups(1);
  await choose(page, 'Backup 1', 'Download');
  const link = await within(await dialog('Download backup')).findByRole('link', { name: /^Download/ });
  expect(link.getAttribute('href')).toMatch(/^http:\/\/[^/]+\/backup-archive\/[\w-]{80,}$/);
});

test('a schedule is saved, and shown in words', async () => {
  const page = await openBackups(0);
  expect(await screen.findByText('Off. Only manual backups are made.')).toBeVisible();
  await page.user.click(await button('Schedule backups'));
  const panel = within(await dialog('Scheduled backups'));
  await page.user.click(panel.getByRole('checkbox', { name: 'Back up this site by schedule' }));
  await page.user.selectOptions(await panel.findByRole('combobox', { name: /How often/ }), 'Every week');
  await page.user.selectOptions(await panel.findByRole('combobox', { name: /^Day/ }), 'Wednesday');
  await page.user.selectOptions(panel.getByRole('combobox', { name: /Backups to keep/ }), '3');
  await page.user.click(panel.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(/^Every Wednesday at 03:00 \(.+\)\. We keep the last 3\./)).toBeVisible();
  expect(await button('Change schedule')).toBeVisible();
});

test.each([
  ['processing', /The site is not ready\./],
  ['failed', /^Restore$/],
] as const)(
  'of a site that is %s, nothing is backed up, and a backup restores it only when it failed',
  async (status, text) => {
    const mine = await makeScenario({ sites: [{ name: 'bakery', status, backups: 1 }] });
    const page = await openPage({ path: `/manage-site/backup/${mine.sites[0]?.site_id}`, as: mine });
    expect(await button('Back up now')).toHaveAttribute('aria-disabled', 'true');
    await page.user.click(await button('Actions for Backup 1'));
    expect(await screen.findByRole('menuitem', { name: /^Restore/ })).toHaveTextContent(text);
  },
);

test('a site without WordPress has no backups', async () => {
  const mine = await makeScenario({ sites: [{ name: 'pages', type: 'site_builder' }] });
  await openPage({ path: `/manage-site/backup/${mine.sites[0]?.site_id}`, as: mine });
  expect(await screen.findByRole('heading', { name: 'No backups for this site' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Back up now' })).not.toBeInTheDocument();
});

test("another customer's site is not found; without an id the list of sites is shown", async () => {
  const theirs = await makeScenario({ sites: [{ name: 'secret', backups: 1 }] });
  const { unmount } = await openPage({ path: `/manage-site/backup/${theirs.sites[0]?.site_id}` });
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
  unmount();
  const { address } = await openPage({ path: '/manage-site/backup' });
  expect(await screen.findByRole('heading', { name: 'No sites yet' })).toBeVisible();
  expect(address()).toBe('/sites');
});

test(
  'a proof that ended because the storage is away says that nothing was checked, and why',
  async () => {
    // A row without an archive, as while the storage is not mounted.
    const page = await openBackups(1);
    await choose(page, 'Backup 1', 'Test restore');
    const opener = await screen.findByRole('button', { name: /^Not checked/ }, { timeout: TASK_MS });
    expect(screen.queryByRole('button', { name: /^Failed/ })).not.toBeInTheDocument();
    await page.user.click(opener);
    const why = within(await dialog('Why Backup 1 was not checked'));
    expect(why.getByText(/^The storage does not have the archive of this backup now\./)).toBeVisible();
    expect(why.getByText(/^This says nothing about the backup\./)).toBeVisible();
    expect(await screen.findByText('Checking the archive failed')).toBeVisible();
  },
  2 * TASK_MS,
);

test(
  'single files of a backup are found, chosen and restored',
  async () => {
    const { scenario, siteId } = await hostedSite();
    const first = await openPage({ path: `/manage-site/backup/${siteId}`, as: scenario });
    await first.user.click(await button('Back up now'));
    await waitFor(() => expect(within(rows()[0] as HTMLElement).getByText('Done')).toBeVisible(), { timeout: TASK_MS });
    await choose(first, 'Manual backup', 'Browse files');
    expect(first.address()).toMatch(new RegExp(`^/manage-site/backup-files/${siteId}\\?backup=`));
    expect(await screen.findByText(/^From “Manual backup”/)).toBeVisible();
    const table = () => within(screen.getByRole('table', { name: 'Files' }));
    expect(await screen.findByRole('row', { name: /index\.html/ })).toBeVisible();

    await first.user.type(screen.getByRole('searchbox', { name: 'Search the files' }), 'nothing-like-it');
    await first.user.click(await button('Clear filters'));
    await first.user.click(await screen.findByRole('checkbox', { name: /index\.html/ }));
    expect(table().getAllByRole('row').length).toBeGreaterThan(1);
    await first.user.click(
      within(screen.getByRole('region', { name: 'Selected rows' })).getByRole('button', { name: 'Restore' }),
    );
    const asked = within(await dialog('Restore 1 entry from “Manual backup”'));
    expect(asked.getByText('index.html')).toBeVisible();
    const release = await holdTasks(scenario);
    await first.user.click(asked.getByRole('button', { name: 'Restore' }));
    expect(await screen.findByRole('heading', { name: 'Restoring files of the site' })).toBeVisible();
    expect(first.address()).toBe(`/manage-site/backup/${siteId}`);
    await release();
    expect(await screen.findByText('Before restoring files of “Manual backup”')).toBeVisible();
    await waitFor(
      () => expect(screen.queryByRole('heading', { name: 'Restoring files of the site' })).not.toBeInTheDocument(),
      { timeout: TASK_MS },
    );
  },
  2 * TASK_MS,
);

test('single files without a backup lead to the backups', async () => {
  const { id, user, address, router } = await openBackups(1);
  await router.navigate(`/manage-site/backup-files/${id}`);
  expect(await screen.findByRole('heading', { name: 'No backup chosen' })).toBeVisible();
  const main = within(screen.getByRole('heading', { name: 'No backup chosen' }).parentElement as HTMLElement);
  await user.click(main.getByRole('link', { name: 'Backups' }));
  expect(address()).toBe(`/manage-site/backup/${id}`);
});
