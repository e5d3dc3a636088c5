import { t } from '@panel/core';
import { useQuery } from '@tanstack/react-query';
import { Badge, ButtonLink, Card, Inline, Text } from '@panel/ui';
import { UPGRADE_SITE_PATH } from '@panel/resources/license';
import { siteSummaryQuery } from '@panel/resources/site';

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
        <Badge tone="accent">{t('{plan} plan', { plan: data.plan_type ?? '' })}</Badge>
        <Badge>{t('WordPress')}</Badge>
        <Text tone="soft">
          {t(
            'Your plan and your licenses include {count, plural, one {# site} other {# sites}}, and you have {count, plural, =1 {it} other {them all}}. Upgrade a site with a license, which makes room for another one, or delete a site that you no longer need.',
            { count: data.siteLimit },
          )}
        </Text>
      </Inline>
    </Card>
  );
}
