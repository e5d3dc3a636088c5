import { act, screen, waitFor, within } from '@testing-library/react';
import { api, ownStorage, type ContentGroup, type ContentItem, type StagingDifference } from '@panel/core';
import { hostSite, makeScenario, siteOfTask } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

const TASK_MS = 30_000;
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const dialog = async (name: string | RegExp) => within(await screen.findByRole('dialog', { name }));
const region = (name: string) => screen.findByRole('region', { name });
const isDisabled = (name: string, of: { getByRole: typeof screen.getByRole } = screen) =>
  of.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

/** The page of a site that is really hosted; with `staged`, it has a staging environment. */
async function openHosted({ staged = false, name = 'bakery' } = {}) {
  const first = await openPage({ path: '/sites' });
  const { siteId: id, fqdn } = await hostSite(first.scenario, name);
  const stageId = staged ? await siteOfTask((await api.staging.create({ site_id: id })).task_id) : '';
  first.unmount();
  const open = (path: string) => openPage({ path, as: first.scenario });
  return { id, stageId, fqdn, open, ...(await open(`/manage-site/staging-environment/${stageId || id}`)) };
}

test(
  'a staging environment is created behind a password',
  async () => {
    const { user, fqdn } = await openHosted();
    expect(await screen.findByRole('heading', { name: 'No staging environment yet' })).toBeVisible();
    await user.click(await button('Create staging environment'));
    const panel = await dialog('Create staging environment');
    expect(panel.getByText(`staging.${fqdn}`)).toBeVisible();
    await user.click(panel.getByRole('button', { name: 'Create' }));
    expect(await panel.findByText('Password should be at least 8 characters.')).toBeVisible();
    await user.type(panel.getByLabelText(/^Password/), 'let-me-in-please');
    await user.click(panel.getByRole('button', { name: 'Create' }));
    const card = within(await region('Staging site'));
    expect(await card.findByText('Healthy', {}, { timeout: TASK_MS })).toBeVisible();
    expect(card.getByRole('link', { name: `staging.${fqdn}` })).toBeVisible();
    expect(card.getByLabelText('Password protected')).toBeVisible();
    expect(card.getByText('Off on staging')).toBeVisible();
    await waitFor(() => expect(isDisabled('Publish to Live Environment')).toBe(false));
    expect(isDisabled('Revert last publish')).toBe(true);
  },
  2 * TASK_MS,
);

test(
  'a creation that fails stays on the page with the reason, and can be tried again',
  async () => {
    const { user } = await openHosted({ name: 'fail-clone-bakery' });
    await user.click(await button('Create staging environment'));
    const panel = await dialog('Create staging environment');
    await user.type(panel.getByLabelText(/^Password/), 'let-me-in-please');
    await user.click(panel.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText(/^The step "clone" failed/, {}, { timeout: TASK_MS })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'No staging environment yet' })).toBeVisible();
    await waitFor(() => expect(isDisabled('Create staging environment')).toBe(false), { timeout: TASK_MS });
    expect(screen.getByText(/^The step "clone" failed/)).toBeVisible();
  },
  2 * TASK_MS,
);

test(
  'staging is published in two steps after its name was typed, and the publish is reverted',
  async () => {
    const { user, fqdn, id, address, bridge } = await openHosted({ staged: true });
    expect(await region('Staging site')).toBeVisible();
    // The staging site has the page of its live site.
    expect(address()).toBe(`/manage-site/staging-environment/${id}`);
    await user.click(await button('Compare now'));
    expect(await screen.findByText('All files are the same.')).toBeVisible();

    await user.click(await button('Publish to Live Environment'));
    let panel = await dialog('Publish Staging Environment to Live');
    const [files, database] = [
      panel.getByRole('checkbox', { name: /^Files/ }),
      panel.getByRole('checkbox', { name: /^Database/ }),
    ];
    expect(files).toBeChecked();
    expect(database).toBeChecked();
    await user.click(database);
    expect(files).toBeDisabled();
    await user.click(database);
    await user.click(files);
    expect(database).toBeDisabled();
    await user.click(files);
    await user.click(database);
    expect(isDisabled('Publish', panel)).toBe(true);
    expect(await panel.findByText('All files are the same.')).toBeVisible();
    const compared = () => bridge.calls.filter((call) => call.includes('/staging/difference')).length;
    const before = compared();
    expect(before).toBeGreaterThan(0);
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    await user.type(panel.getByRole('textbox'), `staging.${fqdn}`);
    expect(isDisabled('Publish', panel)).toBe(false);
    // Shown again, the tab does not compare both sites once more.
    expect(compared()).toBe(before);
    await user.click(panel.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText('Pushing staging to live is in progress')).toBeVisible();
    panel = await dialog('Publish Staging Environment to Live');
    expect(JSON.parse(ownStorage.local.getItem('staging-site') ?? '{}')).toMatchObject({ fqdn: `staging.${fqdn}` });
    await user.click(panel.getByRole('button', { name: 'Done' }));

    await waitFor(() => expect(isDisabled('Revert last publish')).toBe(false), { timeout: TASK_MS });
    await user.click(await button('Revert last publish'));
    const asked = await dialog('Revert last publish');
    expect(asked.getByText(/^The files of/)).toBeVisible();
    await user.click(asked.getByRole('button', { name: 'Revert' }));
    await waitFor(
      () => {
        expect(isDisabled('Publish to Live Environment')).toBe(false);
        expect(isDisabled('Revert last publish')).toBe(true);
      },
      { timeout: TASK_MS },
    );
  },
  3 * TASK_MS,
);

/** Answers the comparison of both sites, which the static sites of these tests have no tables for. Returns what is published. */
function differing({ fetch }: { fetch: typeof globalThis.fetch }, of: Partial<StagingDifference>) {
  const published: unknown[] = [];
  const none = { count: 0, bytes: 0, paths: [] };
  const difference: StagingDifference = {
    files: { added: none, changed: none, removed: none },
    tables: [{ table: 'wp_posts', live: 3, staging: 2 }],
    ...{ newer: [], keeps: [], content: null },
    ...of,
  };
  globalThis.fetch = window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.url.includes('/difference/text'))
      return Response.json({
        live: { text: 'Old sale\n\nToday', whole: true },
        staging: { text: 'Sale\n\nToday', whole: true },
      });
    if (request.url.includes('/staging/difference')) return Response.json(difference);
    if (request.url.endsWith('/staging/publish')) published.push(await request.clone().json());
    return fetch(request);
  };
  return published;
}

test(
  'what only visitors of the live site write is kept unless it is unchecked; what is newer there can be kept',
  async () => {
    const { user, fqdn, bridge } = await openHosted({ staged: true });
    const published = differing(bridge, { newer: [{ kind: 'comments', rows: 3 }], keeps: ['orders', 'entries'] });
    await user.click(await button('Publish to Live Environment'));
    const panel = await dialog('Publish Staging Environment to Live');
    const keep = (what: string) =>
      panel.getByRole('checkbox', { name: new RegExp(`^Keep the ${what} of the live site`) });
    expect(await panel.findByText('The live site has newer content')).toBeVisible();
    expect(panel.getByText(/^3 comments of the live site are newer than its copy\./)).toBeVisible();
    expect(keep('orders')).toBeChecked();
    expect(keep('orders')).toHaveAccessibleDescription(
      'Orders, payments and memberships of staging are not published.',
    );
    expect(keep('form entries')).toBeChecked();
    expect(keep('comments')).not.toBeChecked();
    expect(panel.queryByRole('checkbox', { name: /^Keep the users/ })).not.toBeInTheDocument();

    // Files alone replace no tables.
    await user.click(panel.getByRole('checkbox', { name: /^Database/ }));
    expect(panel.queryByRole('checkbox', { name: /^Keep/ })).not.toBeInTheDocument();
    await user.click(panel.getByRole('checkbox', { name: /^Database/ }));

    await user.click(keep('form entries'));
    await user.click(keep('comments'));
    await user.type(panel.getByRole('textbox'), `staging.${fqdn}`);
    await user.click(panel.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(published).toHaveLength(1));
    expect(published[0]).toMatchObject({ publish_db_files: true, keep_tables: ['orders', 'comments'] });
  },
  2 * TASK_MS,
);

/** What a difference says of one item, with what the test is about. */
const itemOf = (of: Partial<ContentItem>): ContentItem => ({
  ...{ key: '7', change: 'changed', title: 'Sale', live_title: null, type: null, by: 'staging', parts: [] },
  ...{ live_state: null, staging_state: null, live_value: null, staging_value: null },
  ...of,
});
const groupOf = (of: Pick<ContentGroup, 'kind' | 'items'> & Partial<ContentGroup>): ContentGroup => ({
  ...{ table: null, columns: null, added: 0, changed: 0, removed: 0, live: 0, both: 0 },
  ...of,
});

test(
  'the difference names what changed by what it is, and shows a text on demand; the publish says it in one sentence',
  async () => {
    const { user, bridge } = await openHosted({ staged: true });
    const posts = [itemOf({ by: 'both', live_title: 'Old sale', parts: ['title', 'content'] })];
    const comments = [itemOf({ key: '9', title: 'Lovely', change: 'removed', by: 'live' })];
    const options = [itemOf({ key: 'blogname', title: 'blogname', live_value: 'Bakery', staging_value: 'Baker' })];
    differing(bridge, {
      content: {
        groups: [
          groupOf({ kind: 'posts', changed: 1, added: 37, both: 1, items: posts }),
          groupOf({ kind: 'comments', removed: 1, live: 1, items: comments }),
          groupOf({ kind: 'options', changed: 1, items: options }),
        ],
        unseen: [{ table: 'wp_huge', rows: 500_000, reason: 'rows' }],
        since_copy: true,
      },
    });
    await user.click(await button('Compare now'));
    const card = within(await region('Difference from live'));
    await user.click(await card.findByText('38 posts: 37 added, 1 changed'));
    expect(card.getByText('was “Old sale”')).toBeVisible();
    expect(card.getByText('title, content')).toBeVisible();
    expect(card.getByText('Changed on both sites')).toBeVisible();
    expect(card.getByText('and 37 posts more')).toBeVisible();
    await user.click(card.getByText('1 setting: 1 changed'));
    expect(card.getByText('Bakery → Baker')).toBeVisible();
    expect(card.getByText('Not compared, because there is too much in them: wp_huge')).toBeVisible();

    await user.click(card.getByRole('button', { name: 'Show text: Sale' }));
    const text = await dialog('Sale');
    const shown = within(await text.findByRole('region', { name: 'Text difference' }));
    expect(shown.getByText('Old sale')).toBeVisible();
    expect(shown.getByText('Sale')).toBeVisible();
    expect(shown.getAllByText('Today')).toHaveLength(1);
    await user.click(text.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);

    await user.click(await button('Publish to Live Environment'));
    const panel = await dialog('Publish Staging Environment to Live');
    // The comment stays.
    expect(await panel.findByText('38 posts, 1 setting will change on live.')).toBeVisible();
    // Nothing of staging is lost by keeping what only the live site has changed.
    expect(panel.getByRole('checkbox', { name: /^Keep the comments/ })).toBeChecked();
    expect(panel.queryByRole('checkbox', { name: /^Keep the posts/ })).not.toBeInTheDocument();
  },
  2 * TASK_MS,
);

test(
  'what only live has changed stays; what both have changed is chosen by item or for all before a publish can start',
  async () => {
    const { user, fqdn, bridge } = await openHosted({ staged: true });
    const posts = [
      itemOf({ key: '7', title: 'Sale', by: 'both', newer: 'live', parts: ['title'] }),
      itemOf({ key: '8', title: 'Offers', by: 'both' }),
      itemOf({ key: '9', title: 'Of staging' }),
      itemOf({ key: '10', title: 'New here', by: 'live', change: 'removed' }),
    ];
    const options = [
      itemOf({ key: 'template', title: 'template', by: 'live' }),
      itemOf({ key: 'blogname', title: 'blogname', by: 'live' }),
    ];
    const published = differing(bridge, {
      content: {
        groups: [
          groupOf({ kind: 'posts', changed: 3, removed: 1, live: 1, both: 2, items: posts }),
          groupOf({ kind: 'options', changed: 2, live: 2, items: options }),
        ],
        ...{ unseen: [], since_copy: true },
      },
    });
    await user.click(await button('Publish to Live Environment'));
    const panel = await dialog('Publish Staging Environment to Live');
    await user.type(panel.getByRole('textbox'), `staging.${fqdn}`);
    // A theme goes with its files.
    const brought = within(await panel.findByRole('region', { name: 'Will be published (2)' }));
    await user.click(brought.getByText('1 setting'));
    expect(brought.getByText('template')).toBeVisible();
    const stays = within(panel.getByRole('region', { name: 'Changed on the live site, stays (2)' }));
    await user.click(stays.getByText('1 post'));
    expect(stays.getByText('New here')).toBeVisible();
    expect(stays.getByText('Added')).toBeVisible();

    const both = within(panel.getByRole('region', { name: 'Changed on both sites: choose (2)' }));
    expect(both.getByText(/Changed last on the live site/)).toBeVisible();
    expect(isDisabled('Publish', panel)).toBe(true);
    const of = (title: string) => within(both.getByRole('group', { name: title }));
    await user.click(of('Version of Sale').getByLabelText('Keep the live site’s version'));
    expect(isDisabled('Publish', panel)).toBe(true);
    await user.click(of('All of them').getByLabelText('Publish the version of staging'));
    expect(of('Version of Sale').getByLabelText('Publish the version of staging')).toBeChecked();
    await user.click(of('Version of Offers').getByLabelText('Keep the live site’s version'));
    expect(isDisabled('Publish', panel)).toBe(false);
    await user.click(panel.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(published).toHaveLength(1));
    expect(published[0]).toMatchObject({
      live_changes: 'keep',
      collisions: { otherwise: 'staging', items: [{ kind: 'posts', key: '8', keep: 'live' }] },
    });
  },
  2 * TASK_MS,
);

test(
  'without a remembered copy the publish says that it replaces what was changed on live',
  async () => {
    const { user, fqdn, bridge } = await openHosted({ staged: true });
    const items = [itemOf({ by: null })];
    const published = differing(bridge, {
      content: { groups: [groupOf({ kind: 'posts', changed: 1, items })], unseen: [], since_copy: false },
    });
    await user.click(await button('Publish to Live Environment'));
    const panel = await dialog('Publish Staging Environment to Live');
    expect(await panel.findByText('Changes on the live site can’t be kept')).toBeVisible();
    expect(panel.queryByRole('checkbox', { name: /^Keep what was changed only/ })).not.toBeInTheDocument();
    await user.type(panel.getByRole('textbox'), `staging.${fqdn}`);
    await user.click(panel.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(published).toHaveLength(1));
    expect(published[0]).toMatchObject({ live_changes: 'replace' });
  },
  2 * TASK_MS,
);

test(
  'a live site with orders and nothing newer says that it has content of its own',
  async () => {
    const { user, fqdn, bridge } = await openHosted({ staged: true });
    const published = differing(bridge, { newer: [], keeps: ['orders'] });
    await user.click(await button('Publish to Live Environment'));
    const panel = await dialog('Publish Staging Environment to Live');
    expect(await panel.findByText('The live site has content of its own')).toBeVisible();
    expect(panel.getAllByRole('checkbox', { name: /^Keep/ })).toHaveLength(1);
    await user.type(panel.getByRole('textbox'), `staging.${fqdn}`);
    await user.click(panel.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(published).toHaveLength(1));
    expect(published[0]).toMatchObject({ keep_tables: ['orders'] });
  },
  2 * TASK_MS,
);

test(
  'a staging site has a badge in lists and on its overview, and is deleted by its name',
  async () => {
    const { fqdn, stageId, open, unmount } = await openHosted({ staged: true });
    await region('Staging site');
    unmount();
    const list = await open('/sites');
    expect(await screen.findByText('Staging')).toBeVisible();
    expect(await screen.findByText('You have 1 site')).toBeVisible();
    list.unmount();

    const overview = await open(`/manage-site/overview/${stageId}`);
    const card = within(await region('Site Information'));
    expect(card.getByText('Staging')).toBeVisible();
    expect(card.queryByText('Nameservers')).not.toBeInTheDocument();
    expect(card.queryByRole('button', { name: 'Change Site Name' })).not.toBeInTheDocument();
    await overview.user.click(card.getByRole('button', { name: 'Publish to Live Environment' }));
    expect(await screen.findByRole('dialog', { name: 'Publish Staging Environment to Live' })).toBeVisible();
    overview.unmount();

    const settings = await open(`/manage-site/settings/${stageId}?panel=delete`);
    const panel = await dialog('Delete Staging Environment');
    expect(panel.getByRole('checkbox', { name: 'Staging files and database will be deleted.' })).toBeDisabled();
    const field = panel.getByPlaceholderText('Please enter the name of the site to confirm.');
    await settings.user.type(field, `staging.${fqdn}`);
    await settings.user.click(panel.getByRole('button', { name: 'Delete Environment' }));
    await waitFor(() => expect(settings.address()).toBe('/sites'));
  },
  2 * TASK_MS,
);

test('of a site that is not ready, no staging environment is created', async () => {
  const mine = await makeScenario({ sites: [{ name: 'bakery', status: 'failed' }] });
  await openPage({ path: `/manage-site/staging-environment/${mine.sites[0]?.site_id}`, as: mine });
  expect(await button('Create staging environment')).toHaveAttribute('aria-disabled', 'true');
});

test('a site without WordPress has no staging environment', async () => {
  const mine = await makeScenario({ sites: [{ name: 'pages', type: 'site_builder' }] });
  await openPage({ path: `/manage-site/staging-environment/${mine.sites[0]?.site_id}`, as: mine });
  expect(await screen.findByRole('heading', { name: 'No staging for this site' })).toBeVisible();
});

test("another customer's site is not found; without an id the list of sites is shown", async () => {
  const theirs = await makeScenario({ sites: [{ name: 'secret' }] });
  const { unmount } = await openPage({ path: `/manage-site/staging-environment/${theirs.sites[0]?.site_id}` });
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeVisible();
  unmount();
  const { address } = await openPage({ path: '/manage-site/staging-environment' });
  expect(await screen.findByRole('heading', { name: 'No sites yet' })).toBeVisible();
  expect(address()).toBe('/sites');
});
