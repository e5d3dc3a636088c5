import { act, screen, waitFor, within } from '@testing-library/react';
import { CSRF_COOKIE, CSRF_HEADER } from '@panel/contract/wire';
import { runningQuery } from '@panel/resources/release';
import { makeScenario, renderPage } from '@panel/ui/testing';
import { manifest } from '../../manifest.ts';
import { pages } from '../../pages.ts';

type ScenarioInput = NonNullable<Parameters<typeof makeScenario>[0]>;
type Releases = NonNullable<ScenarioInput['releases']>;

const promoted = (...versions: string[]): Releases => ({
  versions,
  changes: versions.map((version) => ({ action: 'promote', version })),
});

/**
 * Opens the page as an operator, filtered to the scenario's package and partner: the test server has those of other
 * tests, too.
 */
async function open(releases: Releases, query = '') {
  const as = await makeScenario({ role: 'superadmin', releases });
  return renderPage({
    remote: { manifest, pages },
    as,
    path: `/admin/releases?package=${as.package}&partner=${as.host}${query}`,
  });
}
type Page = Awaited<ReturnType<typeof open>>;

const rowOf = ({ scenario }: Page) => screen.findByRole('row', { name: new RegExp(`^${scenario.package}`) });

async function choose({ user }: Page, row: HTMLElement, action: RegExp) {
  await user.click(within(row).getByRole('button', { name: /^Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: action }));
  return screen.findByRole('dialog');
}

const effects = (dialog: HTMLElement) => within(dialog).findByRole('list', { name: 'What changes' });

/** The same operator in another browser: the page and its notices don't know of these changes. */
async function elsewhere({ scenario, bridge }: Page, body: Record<string, unknown>) {
  const address = `http://${scenario.host}`;
  const token = (await bridge.jar.getCookies(address)).find(({ key }) => key === CSRF_COOKIE);
  const headers = { 'content-type': 'application/json', [CSRF_HEADER]: token?.value ?? '' };
  const answer = await bridge.fetch(`${address}/platform/channels/${scenario.package}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}

test.each(['customer', 'admin'] as const)('a %s is sent to /forbidden', async (role) => {
  const { address } = await renderPage({ remote: { manifest, pages }, role, path: '/admin/releases' });
  await waitFor(() => expect(address()).toBe('/forbidden'));
});

test('a row shows what runs, since when, by whom, and how it performs', async () => {
  const page = await open({
    ...promoted('one', 'two'),
    beacons: [
      { version: 'two', ms: 200, times: 3 },
      { version: 'two', reason: 'P208' },
    ],
  });
  const row = await rowOf(page);
  expect(within(row).getByText('two')).toBeVisible();
  expect(within(row).getByText('Stable')).toBeVisible();
  expect(within(row).getByText('scenario@panel.example')).toBeVisible();
  expect(within(row).getByRole('cell', { name: '3' })).toBeVisible();
  expect(within(row).getByText(/The page failed while running/)).toBeVisible();
});

test('an error number links to its meaning and what to do', async () => {
  const page = await open({ ...promoted('one', 'two'), beacons: [{ version: 'two', reason: 'P203' }] });
  await page.user.click(within(await rowOf(page)).getByRole('link', { name: 'P203' }));
  const panel = await screen.findByRole('dialog', { name: 'Error P203' });
  expect(within(panel).getByText('Its code is not what was released.')).toBeVisible();
  expect(within(panel).getByText(/The file is not what was signed/)).toBeVisible();
  expect(page.address()).toMatch(/panel=error&of=P203/);
});

test('an error number shows the messages of browsers, and where their code threw', async () => {
  const failure = {
    version: 'two',
    reason: 'P209',
    detail: 'start: x is undefined',
    stack: 'at a (/other.js:1:2)',
  } as const;
  const page = await open({ ...promoted('one', 'two'), beacons: [{ ...failure, times: 2 }] }, '&panel=error&of=P209');
  const panel = await screen.findByRole('dialog', { name: 'Error P209' });
  const entry = (await within(panel).findByText('start: x is undefined')).closest('li');
  expect(entry).toHaveTextContent(`of ${page.scenario.host}, 2 page views`);
  expect(entry).toHaveTextContent(/^start: x is undefined/);
  expect(entry).toHaveTextContent(/at a \(\/other\.js:1:2\)$/);
});

test('after failures of three visitors the row shows which version is held back and why, and it can be released', async () => {
  const page = await open({ ...promoted('one', 'two'), beacons: [{ version: 'two', reason: 'P201', times: 3 }] });
  const row = await rowOf(page);
  expect(within(row).getByText('Fallback')).toBeVisible();
  expect(
    within(row).getByText('two is held back: 3 visitors on 3 networks within a minute: Its code didn’t load. (P201)'),
  ).toBeVisible();
  expect(within(row).getByText('automatic')).toBeVisible();
  expect(screen.getByText(/^1 problem of 1 row, first in the list/)).toBeVisible();
  const dialog = await choose(page, row, /^Allow again two/);
  expect(await effects(dialog)).toHaveTextContent('one (fallback)');
  await page.user.click(within(dialog).getByRole('button', { name: 'Allow again' }));
  expect(
    await screen.findByText(`${page.scenario.package}: two was held back, is allowed now, for ${page.scenario.host}.`),
  ).toBeVisible();
  expect(await within(await rowOf(page)).findByText('Stable, failing')).toBeVisible();
});

test('for a release that the storage refuses, the row shows which should run, its number, since when, and what runs instead', async () => {
  const page = await open({ ...promoted('one', 'two'), unsigned: ['two'] });
  const row = await rowOf(page);
  expect(within(row).getByText('Fallback')).toBeVisible();
  expect(within(row).getByRole('listitem')).toHaveTextContent(
    /^two should run\. P102 Its release is not signed\. one runs instead, since .+\.$/,
  );
  expect(within(row).getByText('the storage')).toBeVisible();
  expect(screen.getByText(/^1 problem of 1 row, first in the list/)).toBeVisible();
  await page.user.click(within(row).getByRole('link', { name: 'P102' }));
  const panel = await screen.findByRole('dialog', { name: 'Error P102' });
  expect(within(panel).getByText(/serves it as soon as it’s repaired/)).toBeVisible();
  expect(within(panel).getByText(new RegExp(`of ${page.scenario.host}, since`))).toBeVisible();
  await act(() => page.router.navigate(`/admin/releases?package=${page.scenario.package}&view=releases`));
  const release = await screen.findByRole('row', { name: /^two/ });
  expect(within(release).getByText('Not served')).toBeVisible();
  expect(within(release).getByRole('link', { name: 'P102' })).toBeVisible();
  expect(within(await screen.findByRole('row', { name: /^one/ })).queryByText('Not served')).not.toBeInTheDocument();
});

test('a row reports that no older release can run', async () => {
  const page = await open({ ...promoted('one'), unsigned: ['one'] });
  const row = await rowOf(page);
  expect(within(row).getByText('Not served')).toBeVisible();
  expect(within(row).getByRole('listitem')).toHaveTextContent(
    /^one should run\. P102 .+ Nothing older can run instead, since .+\.$/,
  );
});

test('a rollback shows the old and new version for each partner, then the server’s message', async () => {
  const page = await open(promoted('one', 'two'));
  const dialog = await choose(page, await rowOf(page), /^Roll back/);
  expect(within(dialog).getByRole('combobox', { name: 'For' })).toHaveValue(page.scenario.host);
  const list = await effects(dialog);
  expect(list).toHaveTextContent(/twoone1 partner: /);
  await page.user.click(within(dialog).getByRole('button', { name: 'Roll back' }));
  expect(
    await screen.findByText(`${page.scenario.package}: stable was two, is one again, for ${page.scenario.host}.`),
  ).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(await within(await rowOf(page)).findByText('one')).toBeVisible();
  // One preview and one change: the result is not previewed again.
  expect(page.bridge.calls.filter((call) => call === `POST /platform/channels/${page.scenario.package}`)).toHaveLength(
    2,
  );
});

test('another operator’s change is reported, and nothing happens before it was seen', async () => {
  const page = await open(promoted('zero', 'one', 'two'));
  const dialog = await choose(page, await rowOf(page), /^Roll back/);
  expect(await effects(dialog)).toHaveTextContent(/twoone/);
  await elsewhere(page, { action: 'rollback', partner: page.scenario.host });
  await page.user.click(within(dialog).getByRole('button', { name: 'Roll back' }));
  expect(await within(dialog).findByText(/^This was changed in the meantime by superadmin-/)).toBeVisible();
  await waitFor(() => expect(within(dialog).getByRole('list', { name: 'What changes' })).toHaveTextContent(/onezero/));
  await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(within(await rowOf(page)).getByText('one')).toBeVisible();
});

test('a refusal shows the server’s message, and the action is disabled', async () => {
  const page = await open(promoted('one'));
  const name = page.scenario.package;
  await rowOf(page);
  await act(() => page.router.navigate(`/admin/releases?package=${name}&panel=rollback&of=${name}//`));
  const dialog = await screen.findByRole('dialog', { name: `Roll ${name} back?` });
  expect(
    await within(dialog).findByText(`${name} cannot be rolled back: there is no stable version before one.`),
  ).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Roll back' })).toHaveAttribute('aria-disabled', 'true');
});

test('a canary takes a whole percent from 1 to 100', async () => {
  const page = await open({ ...promoted('one'), versions: ['one', 'two'] }, '&view=releases');
  const dialog = await choose(page, await screen.findByRole('row', { name: /^two/ }), /^Make canary/);
  const field = within(dialog).getByRole('textbox', { name: /Percent of users/ });
  for (const wrong of ['0', '101', '2.5', 'ten']) {
    await page.user.clear(field);
    await page.user.type(field, wrong);
    expect(within(dialog).getByText('Enter a whole number from 1 to 100.', { selector: '.p-error' })).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Make canary' })).toHaveAttribute('aria-disabled', 'true');
  }
  await page.user.clear(field);
  await page.user.type(field, '25');
  await page.user.selectOptions(within(dialog).getByRole('combobox', { name: 'For' }), page.scenario.host);
  expect(await effects(dialog)).toHaveTextContent('one, two for 25 %');
  await page.user.click(within(dialog).getByRole('button', { name: 'Make canary' }));
  expect(await screen.findByText(/canary was|there was no canary, is two for 25 % now/)).toBeVisible();
  expect(
    await within(await screen.findByRole('row', { name: /^two/ })).findByText(`Canary 25 %, ${page.scenario.host}`),
  ).toBeVisible();
});

test('an action that is not possible says why', async () => {
  const page = await open(promoted('one'), '&view=releases');
  await page.user.click(
    within(await screen.findByRole('row', { name: /^one/ })).getByRole('button', { name: /^Actions for/ }),
  );
  expect(await screen.findByRole('menuitem', { name: /^Promote/ })).toHaveTextContent(
    'It is already stable for all partners.',
  );
  expect(screen.getByRole('menuitem', { name: /^Allow again/ })).toHaveTextContent('It is not held back.');
});

test('the only version that can run cannot be held back; with an older one beside it, it can', async () => {
  const alone = await open(promoted('one'));
  const refused = await choose(alone, await rowOf(alone), /^Hold back one/);
  expect(
    await within(refused).findByText(
      /is the only version that .+ can run\. Promote another one first, or disable the package\.$/,
    ),
  ).toBeVisible();
  expect(within(refused).getByRole('button', { name: 'Hold back' })).toHaveAttribute('aria-disabled', 'true');
  act(() => alone.unmount());
  const both = await open(promoted('one', 'two'));
  const dialog = await choose(both, await rowOf(both), /^Hold back two/);
  expect(await effects(dialog)).toHaveTextContent(/twoone/);
});

test('a release is revoked with a reason, for good, and the one before it is stable', async () => {
  const page = await open(promoted('one', 'two'), '&view=releases');
  const dialog = await choose(page, await screen.findByRole('row', { name: /^two/ }), /^Revoke/);
  expect(within(dialog).getByText(/this can’t be undone/)).toBeVisible();
  expect(within(dialog).getByRole('combobox', { name: 'For' })).toHaveDisplayValue('All partners');
  expect(await effects(dialog)).toHaveTextContent(/twoone/);
  const button = within(dialog).getByRole('button', { name: 'Revoke' });
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await page.user.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'It leaks names.');
  await page.user.click(button);
  expect(
    await screen.findByText(
      `${page.scenario.package}: two is revoked and never served again (It leaks names.), stable is one now, for all partners.`,
    ),
  ).toBeVisible();
  const row = await screen.findByRole('row', { name: /^two.*Revoked/ });
  expect(within(row).getByText(/^It leaks names\., by superadmin-/)).toBeVisible();
  await page.user.click(within(row).getByRole('button', { name: /^Actions for/ }));
  expect(await screen.findByRole('menuitem', { name: /^Promote/ })).toHaveTextContent('It is revoked.');
});

test('a package is switched off and on again', async () => {
  const page = await open(promoted('one'));
  const dialog = await choose(page, await rowOf(page), /^Disable/);
  expect(await effects(dialog)).toHaveTextContent(/oneswitched off/);
  await page.user.click(within(dialog).getByRole('button', { name: 'Disable' }));
  expect(await within(await rowOf(page)).findByText('Switched off')).toBeVisible();
  await choose(page, await rowOf(page), /^Enable/);
});

test('a partner with its own policy is marked, and can follow all partners again', async () => {
  const page = await open({
    ...promoted('one', 'two'),
    changes: [
      { action: 'promote', version: 'one' },
      { action: 'promote', version: 'two' },
      { action: 'rollback', own: true },
    ],
  });
  const row = await rowOf(page);
  expect(within(row).getByText('Own policy')).toBeVisible();
  const dialog = await choose(page, row, /^Follow all partners/);
  expect(within(dialog).getByRole('combobox', { name: 'For' })).toHaveValue(page.scenario.host);
  expect(await effects(dialog)).toHaveTextContent(/onetwo1 partner: /);
  await page.user.click(within(dialog).getByRole('button', { name: 'Follow all partners' }));
  expect(
    await screen.findByText(
      `${page.scenario.package}: own policy was stable one, it follows all partners now, for ${page.scenario.host}.`,
    ),
  ).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Own policy')).not.toBeInTheDocument());
  await page.user.click(within(await rowOf(page)).getByRole('button', { name: /^Actions for/ }));
  await screen.findByRole('menuitem', { name: /^Disable/ });
  expect(screen.queryByRole('menuitem', { name: /^Follow all partners/ })).not.toBeInTheDocument();
});

test('the row’s details and the policies show who held a release back', async () => {
  const page = await open({
    ...promoted('one', 'two'),
    changes: [
      { action: 'promote', version: 'one' },
      { action: 'promote', version: 'two' },
      { action: 'block', version: 'two', own: true },
    ],
  });
  const row = await rowOf(page);
  expect(within(row).getByText('scenario@panel.example')).toBeVisible();
  await page.user.click(within(row).getByRole('link', { name: page.scenario.package }));
  const panel = await screen.findByRole('dialog');
  expect(within(panel).getByRole('listitem')).toHaveTextContent(/^two, by hand, .+, by scenario@panel\.example$/);
  expect(within(panel).getByText('Same as all partners')).toBeVisible();
  await page.user.click(within(panel).getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  await page.user.click(screen.getByRole('tab', { name: 'Releases' }));
  expect(await screen.findByText(/^Held back:/)).toHaveTextContent(/two, by hand, .+, by scenario@panel\.example$/);
});

test('releases are paged: five of each package, then all of one, page by page', async () => {
  const versions = Array.from({ length: 23 }, (_, index) => `v${index + 1}`);
  const page = await open({ versions, changes: [{ action: 'promote', version: 'v23' }] }, '&view=releases');
  const { package: name } = page.scenario;
  const rows = () =>
    within(screen.getByRole('table', { name: `Releases of ${name}, newest first` }))
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')[0]
          ?.textContent?.replace(/commit.*/, ''),
      );
  await screen.findByRole('row', { name: /^v23/ });
  expect(rows()).toEqual(versions.toReversed().slice(0, 20));
  expect(screen.getByText('Showing 1–20 of 23')).toBeVisible();
  await page.user.click(screen.getByRole('button', { name: 'Next page' }));
  await screen.findByRole('row', { name: /^v3/ });
  expect(rows()).toEqual(['v3', 'v2', 'v1']);
  await page.user.selectOptions(screen.getByRole('combobox', { name: 'Package' }), '');
  await waitFor(() => expect(rows()).toEqual(versions.toReversed().slice(0, 5)));
  await page.user.click(screen.getByRole('button', { name: `All 23 releases of ${name}` }));
  await waitFor(() => expect(rows()).toHaveLength(20));
  expect(page.address()).toContain(`package=${name}`);
});

test('a release shows the commit that it was built from, its author and its note', async () => {
  const page = await open(promoted('one'), '&view=releases');
  expect(await screen.findByRole('row', { name: /^one/ })).toHaveTextContent(
    /commit [\da-f]{7} by Ada Lovelace\s*Make one ready/,
  );
  await page.user.click(screen.getByRole('tab', { name: /^What runs/ }));
  expect(await rowOf(page)).toHaveTextContent(/by Ada Lovelace\s*Make one ready/);
});

test('changes are listed with their authors', async () => {
  const page = await open(promoted('one', 'two'));
  await page.user.click(await screen.findByRole('tab', { name: 'Changes' }));
  expect(
    (await screen.findAllByText(`${page.scenario.package}: stable was one, is two now, for all partners.`)).length,
  ).toBe(1);
  expect(page.address()).toMatch(/view=changes/);
});

test('a clean-up first lists what it would remove', async () => {
  const page = await open(
    { versions: ['old', 'one'], changes: [{ action: 'promote', version: 'one' }], daysUnused: 45 },
    '&view=releases',
  );
  await page.user.click(await screen.findByRole('button', { name: 'Clean up' }));
  const dialog = await screen.findByRole('dialog', { name: 'Clean up releases?' });
  expect(await within(dialog).findByText(`${page.scenario.package} old`)).toBeVisible();
  expect(within(dialog).getByText(/^Would remove 1 release, keep \d+\.$/)).toBeVisible();
  await page.user.selectOptions(within(dialog).getByRole('combobox'), '90 days');
  expect(await within(dialog).findByText(/^Would remove 0 releases/)).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Remove' })).toHaveAttribute('aria-disabled', 'true');
  await page.user.selectOptions(within(dialog).getByRole('combobox'), '30 days');
  await page.user.click(await within(dialog).findByRole('button', { name: 'Remove 1 release' }));
  expect(await screen.findByText(/^1 release was removed, \d+ kept\.$/)).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('row', { name: /^old/ })).not.toBeInTheDocument());
});

test('figures that could not be reloaded are marked as outdated', async () => {
  const page = await open(promoted('one'));
  await rowOf(page);
  page.bridge.offline = true;
  await act(() => page.cache.refetchQueries({ queryKey: runningQuery.queryKey }));
  expect(await screen.findByText('This list may be out of date')).toBeVisible();
  expect(within(await rowOf(page)).getByText('one')).toBeVisible();
  page.bridge.offline = false;
  await page.user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByText('This list may be out of date')).not.toBeInTheDocument());
});
