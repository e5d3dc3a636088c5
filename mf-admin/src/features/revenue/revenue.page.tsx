import { useSuspenseQuery } from '@tanstack/react-query';
import { sectionOn } from '@panel/contract/sections';
import { formatNumber, queryClient, t, usePartner, type Revenue } from '@panel/core';
import { ButtonLink, EmptyState, Page, Stack, Stat, Stats, Text } from '@panel/ui';
import { amountsLabel, revenueQuery, soldNothing } from '@panel/resources/revenue';
import { MonthsCard } from './months.card.tsx';
import { PastDueCard } from './past-due.card.tsx';

export const prefetch = () => queryClient.prefetchQuery(revenueQuery);

/** How the business does now. */
function Now({ subscriptions, trialing, ending, recurring, past_due: { count, owed } }: Revenue) {
  const hasLicenses = sectionOn(usePartner(), 'sites');
  const tone = count > 0 ? 'danger' : undefined;
  return (
    <Stack gap={2}>
      <Stats>
        <Stat icon="card" label={t('Recurring revenue a month')} value={amountsLabel(recurring)} />
        <Stat
          icon="users"
          label={t('Active subscriptions')}
          value={formatNumber(subscriptions)}
          to={hasLicenses ? '/admin/licenses?payment=bought' : undefined}
        />
        <Stat
          icon="info"
          tone={tone}
          label={t('Past due')}
          value={formatNumber(count)}
          to={hasLicenses ? '/admin/licenses?payment=past_due' : undefined}
        />
        <Stat icon="info" tone={tone} label={t('At stake')} value={amountsLabel(owed)} />
      </Stats>
      {trialing + ending > 0 && (
        <Text size="s" tone="muted">
          {t(
            'Of the active subscriptions, {trialing} are on trial and {ending} will not be renewed. They bring no recurring revenue.',
            {
              ...{ trialing, ending },
            },
          )}
        </Text>
      )}
    </Stack>
  );
}

/** /admin/revenue: what the partner's customers pay, and how that develops. */
export function Component() {
  const { data } = useSuspenseQuery(revenueQuery);
  return (
    <Page title={t('Revenue')} subtitle={t('What your customers pay you, and how many come, stay and leave.')}>
      {soldNothing(data) ? (
        <EmptyState
          icon="card"
          title={t('Nothing sold in the last 12 months')}
          text={t('Once customers buy a plan, their payments and subscriptions are counted here.')}
          action={<ButtonLink to="/admin/plans">{t('Look at your plans')}</ButtonLink>}
        />
      ) : (
        <Stack gap={5}>
          <Now {...data} />
          <PastDueCard pastDue={data.past_due} />
          <MonthsCard months={data.months} />
        </Stack>
      )}
    </Page>
  );
}
