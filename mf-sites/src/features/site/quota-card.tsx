import { useQuery } from '@tanstack/react-query';
import { useCanOpen } from '@panel/core';
import { Badge, ButtonLink, Card, Inline, Text } from '@panel/ui';
import { counted, siteSummaryQuery } from '@panel/resources/site';

const PLANS = '/my-account/plans';

/** Says that the plan has no room for another site (spec §2, panel 2). The upgrade is offered where it has a page. */
export function QuotaCard() {
  const { data } = useQuery(siteSummaryQuery);
  const canOpen = useCanOpen();
  if (!data || data.siteLimit === null || data.siteCount < data.siteLimit) return null;
  return (
    <Card
      title="There is not enough licences to create the website."
      footer={
        canOpen(PLANS) && (
          <ButtonLink kind="primary" to={PLANS}>
            Upgrade Now
          </ButtonLink>
        )
      }
    >
      <Inline gap={2}>
        <Badge tone="accent">{data.plan_type} plan</Badge>
        <Badge>WordPress</Badge>
        <Text tone="soft">
          Your plan includes {counted(data.siteLimit, 'site')}, and you have {data.siteLimit === 1 ? 'it' : 'them all'}.
          Delete a site that you no longer need.
        </Text>
      </Inline>
    </Card>
  );
}
