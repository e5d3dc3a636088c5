import { screen, within } from '@testing-library/react';
import { makeScenario } from '@panel/ui/testing';
import { openPage } from '../../testing/open.ts';

type Uptime = NonNullable<NonNullable<NonNullable<Parameters<typeof makeScenario>[0]>['sites']>[number]['uptime']>;

async function openUptime(uptime?: Uptime) {
  const mine = await makeScenario({ sites: [{ name: 'bakery', ...(uptime && { uptime }) }] });
  const opened = await openPage({ path: `/manage-site/overview/${mine.sites[0]?.site_id}`, as: mine });
  return { ...opened, card: within(await screen.findByRole('region', { name: 'Uptime' })) };
}

test('a site that was never checked has no data, which is no outage', async () => {
  const { card } = await openUptime();
  expect(card.getByText('No data in the last 90 days')).toBeVisible();
  expect(card.queryByText(/%/)).not.toBeInTheDocument();
  expect(card.queryByRole('slider')).not.toBeInTheDocument();
});

test('the days are read by keys and as a table', async () => {
  const { card, user } = await openUptime({
    days: [
      { daysAgo: 0, checks: 10, failed: 0, seconds: 18_000 },
      { daysAgo: 1, checks: 50, failed: 2, seconds: 2_000, failedSeconds: 660 },
    ],
  });
  expect(card.getByText('96.7 %')).toBeVisible();
  expect(card.getByText('Days in UTC. Checked on 2 days.')).toBeVisible();
  expect(card.queryByText(/Not working/)).not.toBeInTheDocument();
  const bar = card.getByRole('slider', { name: '96.7 % in the last 90 days' });
  expect(bar).toHaveAttribute('aria-valuetext', expect.stringMatching(/: All 10 checks passed$/));
  bar.focus();
  await user.keyboard('{ArrowLeft}');
  expect(bar).toHaveAttribute(
    'aria-valuetext',
    expect.stringMatching(/: 2 of 50 checks failed, down for about 11 minutes$/),
  );
  expect(card.getByText(/2 of 50 checks failed/)).toBeVisible();
  await user.keyboard('{Home}');
  expect(bar).toHaveAttribute('aria-valuenow', '1');
  expect(bar).toHaveAttribute('aria-valuetext', expect.stringMatching(/: No data$/));
  await user.click(card.getByRole('button', { name: 'Show as table' }));
  const rows = within(card.getByRole('table', { name: 'Uptime, by day (UTC)' })).getAllByRole('row');
  expect(rows).toHaveLength(91);
  expect(rows[1]).toHaveTextContent('All 10 checks passed');
});

test('a broken site says so, and when that was found', async () => {
  const { card } = await openUptime({ days: [{ daysAgo: 0, checks: 2, failed: 2, seconds: 660 }], brokenHours: 3 });
  expect(card.getByText(/^Not working/)).toHaveTextContent('Not working, found 3 hours ago');
});
