import { useQuery } from '@tanstack/react-query';
import { queryClient, t } from '@panel/core';
import { Banner, ButtonLink, Card, formatBytes, Page, Stack } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { accountPlanQuery, tierRows } from '@panel/resources/payment';
import { PlanCards } from './plan-cards.tsx';

export const prefetch = () => queryClient.prefetchQuery(accountPlanQuery);

/** /ecommerce: the plans of shops as they are catalogued, and what this panel really enforces for a shop. */
export function Component() {
  const plan = useQuery(accountPlanQuery).data?.plan_type;
  return (
    <Page
      title={t('E-commerce')}
      subtitle={t('Plans for shops, and what they unlock here.')}
      actions={
        <ButtonLink kind="primary" to="/create-site-with-wordpress">
          {t('Create a WordPress site')}
        </ButtonLink>
      }
    >
      <Stack gap={6}>
        <Banner kind="info" title={t('These plans unlock nothing here yet')}>
          {t(
            'The panel has no shop of its own, so it counts neither products nor digital goods and none of these plans changes a limit. A shop runs here on a WordPress site with a plugin such as WooCommerce, without a limit on products.',
          )}
        </Banner>
        <PlanCards keys={['YOLA_E_COMMERCE']} />
        {plan && (
          <Card title={t('What is enforced for a shop on the {plan} plan', { plan })}>
            <DataList
              items={tierRows(formatBytes, [plan]).map(({ label, values: [value = '-'] }) => ({
                ...{ key: label, label, value },
              }))}
            />
          </Card>
        )}
      </Stack>
    </Page>
  );
}
