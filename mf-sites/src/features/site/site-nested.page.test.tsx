import { screen, waitFor, within } from '@testing-library/react';
import { api } from '@panel/core';
import { openPage } from '../../testing/open.ts';

const SHOPS = [
  { name: 'bakery', staging: 'ready' },
  { name: 'florist' },
  { name: 'garage', staging: 'failed' },
] as const;
const order = '/sites?orderBy=fqdn&sortOrder=asc';
const open = (path = order) => openPage({ path, sites: [...SHOPS] });

/** The addresses of the rows, without the partner's domain. */
const rows = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map(
      (row) =>
        within(row)
          .getAllByText(/^\S+-sites\.localhost$/)[0]
          ?.textContent.split('.p')[0],
    );
const row = async (name: string) =>
  (await screen.findAllByRole('row')).find(({ textContent }) =>
    new RegExp(`${name}\\.p`).test(textContent),
  ) as HTMLElement;
const selected = () => within(screen.getByRole('region', { name: 'Selected rows' }));

test('a staging environment is under its live site, which hides it; it is not counted', async () => {
  const { user, scenario } = await open();
  await row('garage');
  expect(rows()).toEqual(['bakery', 'staging.bakery', 'florist', 'garage', 'staging.garage']);
  expect(await screen.findByRole('heading', { name: 'You have 3 sites' })).toBeVisible();
  const staging = await row('staging.bakery');
  expect(within(staging).getByText('Staging')).toBeVisible();
  expect(within(staging).getByText(`Belongs to ${scenario.sites[0]?.fqdn}`)).toBeInTheDocument();
  expect(within(await row('florist')).queryByRole('button', { name: /^Staging of/ })).not.toBeInTheDocument();

  const toggle = screen.getByRole('button', { name: `Staging of ${scenario.sites[0]?.fqdn}` });
  expect(toggle).toHaveAttribute('aria-expanded', 'true');
  toggle.focus();
  await user.keyboard('{Enter}');
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
  expect(rows()).toEqual(['bakery', 'florist', 'garage', 'staging.garage']);
  await user.keyboard(' ');
  expect(rows()).toEqual(['bakery', 'staging.bakery', 'florist', 'garage', 'staging.garage']);
});

test('a search and a filter that find a staging environment show it under its live site, which is not selected with it', async () => {
  const { user } = await open(`${order}&q=staging.bak`);
  await row('staging.bakery');
  expect(rows()).toEqual(['bakery', 'staging.bakery']);
  expect(screen.getAllByRole('checkbox', { name: /^Select / })).toHaveLength(2);
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
  expect(selected().getByText('1 selected')).toBeVisible();
  await user.click(selected().getByRole('button', { name: 'Clear selection' }));
  await user.clear(screen.getByRole('searchbox', { name: 'Search sites' }));
  await row('florist');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Failed');
  await waitFor(() => expect(rows()).toEqual(['garage', 'staging.garage']));
});

test('a selection is of what is shown, and a live site takes its staging environment to the bin', async () => {
  const { user } = await openPage({ path: order, sites: [...SHOPS], siteCount: 8 });
  await row('florist');
  expect(rows()).toHaveLength(12);
  expect(screen.getByText('Showing 1–10 of 11')).toBeVisible();
  const boxes = () => screen.getAllByRole('checkbox').slice(1);
  boxes()[0]?.focus();
  await user.keyboard(' {Shift>}{ArrowDown}{/Shift}');
  expect(boxes()[1]).toHaveFocus();
  expect(selected().getByText('2 selected')).toBeVisible();
  await user.click(selected().getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete 1 site' });
  expect(within(dialog).queryByText(/^staging\./)).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));

  await user.click(screen.getByRole('button', { name: /^Staging of bakery/ }));
  expect(selected().getByText('1 selected')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
  expect(selected().getByText('11 selected')).toBeVisible();
  await user.click(selected().getByRole('button', { name: 'Select all 13' }));
  await user.click(selected().getByRole('button', { name: 'Add a tag' }));
  const tag = within(await screen.findByRole('dialog', { name: 'Add a tag: 13 sites' }));
  await user.type(tag.getByRole('textbox', { name: 'Tag' }), 'spring');
  await user.click(tag.getByRole('button', { name: 'Add a tag' }));
  expect(await screen.findByRole('region', { name: 'Add a tag (spring): 13 sites' })).toBeVisible();
  await waitFor(async () => expect((await api.site.filter({ tag: 'spring' })).totalCount).toBe(13));
});
