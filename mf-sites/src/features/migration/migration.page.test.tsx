import { screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { makeScenario } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const row = (name: RegExp) => screen.findByRole('row', { name });
const NEW = '/create-new-site/migration';
const LINK = 'https://old.example.com/backup.zip';
type Opened = Awaited<ReturnType<typeof openPage>>;

async function choose({ user }: Opened, migration: RegExp, action: string) {
  await user.click(within(await row(migration)).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }));
}

test('a migration by link is requested; the next page shows its token and what happens', async () => {
  const { user, address, scenario } = await openPage({ path: NEW });
  await user.click(await screen.findByRole('radio', { name: /^Plugin/ }));
  await user.type(screen.getByRole('textbox', { name: 'Sharing link' }), 'ftp://old.example.com');
  await user.type(screen.getByRole('textbox', { name: /^Present address/ }), 'https://old.example.com');
  await user.type(screen.getByRole('textbox', { name: /^Site Domain Name/ }), 'Bakery');
  await user.click(await button('Start migration'));
  const link = screen.getByRole('textbox', { name: 'Sharing link' });
  await waitFor(() => expect(link).toHaveAccessibleDescription(/Enter a link that starts with https/));
  await user.clear(link);
  await user.type(link, LINK);
  const others = screen.getByRole('checkbox', { name: /^Also replace the old address in tables that do not start/ });
  expect(others).not.toBeChecked();
  await user.click(others);
  await user.click(await button('Start migration'));
  expect(await screen.findByRole('heading', { name: 'We received your migration' })).toBeVisible();
  expect(screen.getByText('Waiting for migration')).toBeVisible();
  const [stored] = (await api.migration.list({})).pageElements;
  expect([stored?.type, stored?.sharingLink, stored?.source_url]).toEqual(['plugin', LINK, 'https://old.example.com/']);
  expect(stored?.other_tables).toBe(true);
  expect(stored?.fqdn).toBe(`bakery.${scenario.partner.sitesDomain}`);
  expect(address()).toBe(`${NEW}/finish?id=${stored?.id}`);
  expect(screen.getByText(stored?.token ?? 'no token')).toBeVisible();
});

test('a backup needs an archive, and a file that is none is refused with the reason; the rest of the input stays', async () => {
  const { user } = await openPage({ path: NEW });
  await user.type(await screen.findByRole('textbox', { name: /^Site Domain Name/ }), 'bakery');
  expect(await button('Start migration')).toHaveAttribute('aria-disabled', 'true');
  await user.upload(screen.getByLabelText('File of the backup'), new File(['text'], 'site.zip'));
  expect(screen.getByText(/^site\.zip, 4 B/)).toBeVisible();
  await user.click(await button('Start migration'));
  expect(await screen.findByText('This is neither a zip nor a tar.gz file.')).toBeVisible();
  expect(screen.getByRole('textbox', { name: /^Site Domain Name/ })).toHaveValue('bakery');
});

test('a draft survives, without the link', async () => {
  const first = await openPage({ path: NEW });
  await first.user.click(await screen.findByRole('radio', { name: /^Host/ }));
  await first.user.type(screen.getByRole('textbox', { name: 'Sharing link' }), LINK);
  await first.user.type(screen.getByRole('textbox', { name: /^Site Domain Name/ }), 'bakery');
  first.unmount();
  await openPage({ path: NEW, as: first.scenario });
  expect(await screen.findByRole('textbox', { name: /^Site Domain Name/ })).toHaveValue('bakery');
  expect(screen.getByRole('radio', { name: /^Host/ })).toBeChecked();
  expect(JSON.stringify({ ...localStorage })).not.toContain('old.example.com');
});

test('the partner’s video is offered where there is one', async () => {
  const attributes = { MIGRATION_VIDEO_LINK: 'https://videos.example/move' };
  const { unmount } = await openPage({ path: NEW, partner: { attributes } });
  const link = await screen.findByRole('link', { name: /Watch how a migration works/ });
  expect(link).toHaveAttribute('href', attributes.MIGRATION_VIDEO_LINK);
  unmount();
  await openPage({ path: NEW });
  expect(await button('Start migration')).toBeVisible();
  expect(screen.queryByRole('link', { name: /Watch/ })).not.toBeInTheDocument();
});

test('an empty list says what migrations are; the filter is in the address', async () => {
  const { unmount } = await openPage({ path: '/migrations' });
  expect(await screen.findByRole('heading', { name: 'No migrations yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Start migration' })).toHaveAttribute('href', NEW);
  unmount();
  const { user, address } = await openPage({
    path: '/migrations',
    migrations: [{ name: 'bakery' }, { name: 'florist', status: 'failed', error: 'The link asks to log in.' }],
  });
  expect(await row(/bakery.*Waiting for migration.*Backup/)).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
  await waitFor(() => expect(screen.queryByRole('row', { name: /bakery/ })).not.toBeInTheDocument());
  expect(address()).toBe('/migrations?status=failed');
  await user.type(screen.getByRole('searchbox', { name: 'Search migrations' }), 'nothing');
  await user.click(await button('Clear filters'));
  expect(await row(/bakery/)).toBeVisible();
});

test('a migration that waits is cancelled, and then deleted', async () => {
  const page = await openPage({ path: '/migrations', migrations: [{ name: 'bakery' }] });
  await choose(page, /bakery/, 'Cancel migration');
  await page.user.click(
    within(await dialog('Cancel this migration?')).getByRole('button', { name: 'Cancel migration' }),
  );
  expect(await row(/bakery.*Cancelled/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await choose(page, /bakery/, 'Delete');
  await page.user.click(
    within(await dialog('Delete this migration?')).getByRole('button', { name: 'Delete migration' }),
  );
  expect(await screen.findByRole('heading', { name: 'No migrations yet' })).toBeVisible();
});

test('the overview says why a migration failed, and repeats it as a new one', async () => {
  const failed = {
    name: 'bakery',
    type: 'host',
    status: 'failed',
    error: 'The link asks to log in.',
    sharingLink: LINK,
  } as const;
  const mine = await makeScenario({ migrations: [failed] });
  const { user, address } = await openPage({ path: `/migrations/overview/${mine.migrations[0]}`, as: mine });
  expect(await screen.findByText('The link asks to log in.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Delete' })).toBeVisible();
  await user.click(await button('Try again'));
  expect(await screen.findByText('Waiting for migration')).toBeVisible();
  const newest = (await api.migration.list({})).pageElements;
  expect(newest.map(({ status, sharingLink }) => [status, sharingLink])).toEqual([
    ['pending', LINK],
    ['failed', LINK],
  ]);
  expect(address()).toBe(`/migrations/overview/${newest[0]?.id}`);
});

test('the address of a complete copy is changed, and the copy is moved on demand', async () => {
  const mine = await makeScenario({ migrations: [{ name: 'bakery', status: 'completed' }] });
  const { user } = await openPage({ path: `/migrations/overview/${mine.migrations[0]}`, as: mine });
  await user.click(await button('Change the new address'));
  const panel = within(await dialog('Change the new address'));
  const field = panel.getByRole('textbox', { name: /^Site Domain Name/ });
  await user.clear(field);
  await user.type(field, 'bread');
  await user.click(panel.getByRole('button', { name: 'Save' }));
  const moved = `bread.${mine.partner.sitesDomain}`;
  expect(await screen.findByRole('heading', { level: 1, name: new RegExp(moved) })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await user.click(await button('Move to its address'));
  const asked = within(await dialog(`Move your site to ${moved}`));
  expect(asked.getByText(/What was changed on your present site since the backup is not in the copy/)).toBeVisible();
  // The copy of this row was deleted.
  await user.click(asked.getByRole('button', { name: 'Move' }));
  expect(await asked.findByText(/could not be found/)).toBeVisible();
});

const answer = { status: 200, title: 'The bakery', bytes: 2048 };
const page = { path: '/', copy: answer, original: answer, difference: null };
const checked_at = '2026-11-20T10:00:00.000Z';

test('both pictures of a page are shown beside each other, with what differs', async () => {
  const pictured = { copy: true, original: true, similarity: 0.925 };
  const rehearsal = { checked_at, pages: [{ ...page, pictured }], pictures: 'taken' };
  const mine = await makeScenario({
    sites: [{ name: 'copy' }],
    migrations: [{ name: 'bakery', status: 'completed', isCopied: true, rehearsal }],
  });
  const { user } = await openPage({ path: `/migrations/overview/${mine.migrations[0]}`, as: mine });
  await user.click(await screen.findByText('Pictures: 92% alike'));
  const sources = ['Original', 'The copy', 'Differences in red'].map((side) =>
    screen.getByRole('img', { name: `${side}: first screen of /` }).getAttribute('src'),
  );
  const at = `/migration-picture/${mine.migrations[0]}/${Date.parse(checked_at)}/0`;
  expect(sources).toEqual([`${at}/original.png`, `${at}/copy.png`, `${at}/marked.png`]);
  expect(screen.queryByText(/Pictures are not available/)).not.toBeInTheDocument();
});

test('without a browser on the server the page explains why there are no pictures', async () => {
  const rehearsal = { checked_at, pages: [page], pictures: 'none' };
  const mine = await makeScenario({ migrations: [{ name: 'bakery', status: 'completed', rehearsal }] });
  await openPage({ path: `/migrations/overview/${mine.migrations[0]}`, as: mine });
  expect(await screen.findByText(/Pictures are not available: this server has no browser/)).toBeVisible();
  expect(screen.queryByRole('img', { name: /first screen/ })).not.toBeInTheDocument();
});

test('of many pages those that differ come first, with how many were not compared', async () => {
  const same = Array.from({ length: 24 }, (_, i) => ({ ...page, path: `/same-${i}/` }));
  const pages = [...same, { ...page, path: '/prices/', difference: 'The titles differ.' }];
  const rehearsal = { checked_at, pages, pictures: 'none', left_out: 4 };
  const mine = await makeScenario({ migrations: [{ name: 'bakery', status: 'completed', rehearsal }] });
  const { user } = await openPage({ path: `/migrations/overview/${mine.migrations[0]}`, as: mine });
  expect(await screen.findByText(/Not checked: 4 more pages\./)).toBeVisible();
  expect(screen.getByText('/prices/')).toBeVisible();
  expect(screen.getByText('/same-0/')).not.toBeVisible();
  await user.click(screen.getByText('24 pages without a difference'));
  expect(screen.getByText('/same-0/')).toBeVisible();
});

test('what the move brought over is shown with files and tables', async () => {
  const none = { count: 0, bytes: 0, paths: [] };
  const carried = {
    ...{ state: 'carried', at: checked_at, archive: 'a'.repeat(64) },
    files: { added: { count: 1, bytes: 10, paths: ['loaf.png'] }, changed: none, removed: none },
    tables: [{ table: 'shop_posts', before: 12, after: 15 }],
  };
  const mine = await makeScenario({ migrations: [{ name: 'bakery', status: 'ready', carried }] });
  const { user } = await openPage({ path: `/migrations/overview/${mine.migrations[0]}`, as: mine });
  expect(await screen.findByText(/A newer archive replaced the content of the copy/)).toBeVisible();
  await user.click(screen.getByText(/1 file added/));
  expect(screen.getByText('loaf.png')).toBeVisible();
  expect(screen.getByText('shop_posts: 12 → 15 rows')).toBeVisible();
});

test('a move of a copy from a link brings over what changed, unless that is not wanted', async () => {
  const given = { name: 'bakery', type: 'host', status: 'completed', sharingLink: LINK } as const;
  const mine = await makeScenario({ migrations: [given] });
  const { user } = await openPage({ path: `/migrations/overview/${mine.migrations[0]}?panel=cut-over`, as: mine });
  const asked = within(await dialog(/^Move your site to/));
  const carry = asked.getByRole('checkbox', { name: /^Bring over what changed/ });
  expect(carry).toBeChecked();
  await user.click(carry);
  expect(carry).not.toBeChecked();
  expect(asked.queryByLabelText('File of the backup')).not.toBeInTheDocument();
});

test('another customer’s migration is not found; without an id the list is shown', async () => {
  const theirs = await makeScenario({ migrations: [{ name: 'secret' }] });
  const { unmount } = await openPage({ path: `/migrations/overview/${theirs.migrations[0]}` });
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
  unmount();
  const { address } = await openPage({ path: '/migrations/overview' });
  expect(await screen.findByRole('heading', { name: 'No migrations yet' })).toBeVisible();
  expect(address()).toBe('/migrations');
});
