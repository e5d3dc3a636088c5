import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t } from '@panel/core';
import { ButtonLink, Page, Stack } from '@panel/ui';
import { accountPlanQuery, PLANS_PATH } from '@panel/resources/payment';
import { AccountPlan } from './account-plan.tsx';
import { TierTable } from './tier-table.tsx';
import { UsageCard } from './usage.card.tsx';

export const prefetch = () => queryClient.prefetchQuery(accountPlanQuery);

/** /my-account/hosting-plans: what each plan allows, side by side. */
export function Component() {
  const { data } = useSuspenseQuery(accountPlanQuery);
  return (
    <Page
      title={t('Hosting plans')}
      subtitle={t('What each plan allows.')}
      actions={
        <ButtonLink kind="primary" to={PLANS_PATH}>
          {t('See prices')}
        </ButtonLink>
      }
    >
      <Stack gap={5}>
        <AccountPlan plan={data} />
        <UsageCard />
        <TierTable current={data.plan_type} />
      </Stack>
    </Page>
  );
}
