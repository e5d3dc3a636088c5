import { t } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import { Badge, ButtonLink, Card, Inline, Text } from '@panel/ui';
import { UPGRADE_SITE_PATH } from '@panel/resources/license';
import { counted, siteSummaryQuery } from '@panel/resources/site';

/** Says that the plan has no room for another site (spec §2, panel 2). A site with a licence does not count. */
export function QuotaCard() {
  const { data } = useQuery(siteSummaryQuery);
  if (!data || data.siteLimit === null || data.siteCount < data.siteLimit) return null;
  return (
    <Card
      title={t('There is not enough licences to create the website.')}
      footer={
        <ButtonLink kind="primary" to={UPGRADE_SITE_PATH}>
          {t('Upgrade Now')}
        </ButtonLink>
      }
    >
      <Inline gap={2}>
        <Badge tone="accent">{data.plan_type} plan</Badge>
        <Badge>{t('WordPress')}</Badge>
        <Text tone="soft">
          Your plan and your licenses include {counted(data.siteLimit, 'site')}, and you have{' '}
          {data.siteLimit === 1 ? 'it' : t('them all')}. Upgrade a site with a license, which makes room for another
          one, or delete a site that you no longer need.
        </Text>
      </Inline>
    </Card>
  );
}
