import { useSuspenseQuery } from '@tanstack/react-query';
import { t, type CustomerDetail, type License } from '@panel/core';
import { Badge, formatDate, Inline, Stack, Text } from '@panel/ui';
import { customerLicensesQuery } from '@panel/resources/customer';
import { licenseState } from '@panel/resources/license';

function LicenseRow({ license }: { license: License }) {
  const { label, tone } = licenseState(license);
  const date = formatDate(license.to_date * 1000, { withTime: false });
  return (
    <Inline as="li" gap={3} justify="between">
      <Stack gap={1}>
        <Text weight="medium">{license.product_name}</Text>
        <Text size="s" tone="muted" className="p-break">
          {license.sites.map(({ fqdn }) => fqdn).join(', ') || t('Not assigned')}
        </Text>
      </Stack>
      <Inline gap={2}>
        <Text size="s">{license.autoRenewal ? t('Renews {date}', { date }) : t('Ends {date}', { date })}</Text>
        <Badge tone={tone}>{label}</Badge>
      </Inline>
    </Inline>
  );
}

/** The plan of a customer, and their licenses. */
export function CustomerLicenses({ customer }: { customer: CustomerDetail }) {
  const { data } = useSuspenseQuery(customerLicensesQuery(customer.email));
  return (
    <Stack gap={4}>
      <Text as="p">{t('Plan: {plan}', { plan: customer.plan_type })}</Text>
      {data.length === 0 ? (
        <Text tone="muted">{t('No licenses.')}</Text>
      ) : (
        <Stack as="ul" gap={3}>
          {data.map((license) => (
            <LicenseRow key={license.id} license={license} />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
