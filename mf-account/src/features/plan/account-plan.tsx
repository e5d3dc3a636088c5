import { t } from '@panel/core';
import { Badge, Inline, Text } from '@panel/ui';

/** What the account has without a license. */
export const AccountPlan = ({ plan: { plan_type } }: { plan: { plan_type: string } }) => (
  <Inline gap={2}>
    <Badge tone="accent">{t('{plan} plan', { plan: plan_type })}</Badge>
    <Text tone="soft">{t('The plan of your account. A license gives a site or an application a larger one.')}</Text>
  </Inline>
);
