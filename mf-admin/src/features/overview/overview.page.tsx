import { useSuspenseQuery } from '@tanstack/react-query';
import { sectionOn } from '@panel/contract/sections';
import { formatNumber, queryClient, t, usePartner, type OverviewPeriod } from '@panel/core';
import { Grid, Page, Stack, Stat, Stats } from '@panel/ui';
import { overviewQuery, revenueLabel } from '@panel/resources/overview';
import { AttentionCard } from './attention.card.tsx';
import { GrowthCard } from './growth.card.tsx';
import { NewestCustomersCard } from './newest-customers.card.tsx';

export const prefetch = () => queryClient.prefetchQuery(overviewQuery);

const pointsOf = (days: readonly OverviewPeriod[], of: 'customers' | 'sites' | 'apps') =>
  days.map((day) => ({ at: Date.parse(day.from), value: day[of] ?? 0 }));

/** /admin/overview: what needs attention, and how the business does. */
export function Component() {
  const { data: overview } = useSuspenseQuery(overviewQuery);
  const { attention, customers, sites, apps, days, newest_customers: newest } = overview;
  const hasLicenses = sectionOn(usePartner(), 'sites');
  return (
    <Page title={t('Overview')} subtitle={t('What needs your attention, and how your business grows.')}>
      <Stack gap={5}>
        <AttentionCard attention={attention} />
        <Stats>
          <Stat
            icon="users"
            label={t('Customers')}
            value={formatNumber(customers)}
            to="/customers"
            points={pointsOf(days, 'customers')}
          />
          {sites !== null && (
            <Stat
              icon="sites"
              label={t('Sites')}
              value={formatNumber(sites)}
              to="/admin/sites"
              points={pointsOf(days, 'sites')}
            />
          )}
          {apps !== null && (
            <Stat
              icon="apps"
              label={t('Applications')}
              value={formatNumber(apps)}
              to="/admin/apps"
              points={pointsOf(days, 'apps')}
            />
          )}
          {hasLicenses && (
            <Stat
              icon="card"
              label={t('Revenue this month')}
              value={revenueLabel(overview)}
              to="/admin/licenses?payment=bought"
            />
          )}
        </Stats>
        <Grid min="l">
          <GrowthCard overview={overview} />
          <NewestCustomersCard customers={newest} />
        </Grid>
      </Stack>
    </Page>
  );
}
