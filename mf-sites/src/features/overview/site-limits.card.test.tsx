import { screen, within } from '@testing-library/react';
import { makeScenario } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

const MB = 1024 * 1024;

async function openLimits(site: { fileSize?: number; limitHits?: { memory?: number; disk?: number; time?: number } }) {
  const mine = await makeScenario({ sites: [{ name: 'bakery', ...site }] });
  const opened = await openPage({ path: `/manage-site/overview/${mine.sites[0]?.site_id}`, as: mine });
  return { ...opened, card: within(await screen.findByRole('region', { name: 'Limits' })) };
}

test('a site within its limits shows its disk use and what its plan allows', async () => {
  const { card, user } = await openLimits({ fileSize: 512 * MB });
  expect(card.getByText('512.0 MB of 2.0 GB')).toBeVisible();
  expect(card.getByRole('meter', { name: 'Disk space used' })).toHaveAttribute('aria-valuenow', '25');
  expect(card.queryByRole('region', { name: /reached/ })).not.toBeInTheDocument();
  await user.click(card.getByText('FREE plan limits'));
  expect(card.getByText('50 an hour')).toBeVisible();
  expect(card.getByText('Files')).toBeVisible();
  expect(card.getByText('100,000')).toBeVisible();
});

test('limits that were hit show what happened, how often and what to do', async () => {
  const { card } = await openLimits({ limitHits: { memory: 3, time: 1 } });
  const reached = within(card.getByRole('region', { name: 'Limits reached in the last 7 days' }));
  expect(reached.getByText(/^3 times, last/)).toBeVisible();
  expect(
    reached.getByText(
      'The site used more than 512.0 MB and was restarted. Look for a plugin that loads too much at once.',
    ),
  ).toBeVisible();
  expect(reached.getByText(/^Once, last/)).toBeVisible();
  expect(reached.getByText('A request took longer than 60 seconds and was stopped.')).toBeVisible();
});

test('a site without disk space shows a warning', async () => {
  const { card } = await openLimits({ fileSize: 2048 * MB, limitHits: { disk: 1 } });
  expect(card.getByText('This site is out of disk space')).toBeVisible();
  expect(
    card.getByText(
      'Visitors can still read it, but it cannot save anything new. Choose a larger plan or delete the site.',
    ),
  ).toBeVisible();
  expect(
    card.getByText(
      'The site reached 2.0 GB or 100,000 files and cannot save anything new. Choose a larger plan or delete the site; its visitors can still read it.',
    ),
  ).toBeVisible();
});

test('a site that freed its disk space is not shown as full', async () => {
  const { card } = await openLimits({ fileSize: 100 * MB, limitHits: { disk: 1 } });
  expect(card.getByText(/^Once, last/)).toBeVisible();
  expect(card.queryByText('This site is out of disk space')).not.toBeInTheDocument();
});
