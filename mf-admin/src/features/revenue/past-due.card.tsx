import { sectionOn } from '@panel/contract/sections';
import { t, usePartner, type Revenue } from '@panel/core';
import { Card, formatDate, Inline, Link, ResourceName, Stack, Text } from '@panel/ui';
import { customerPath } from '@panel/resources/customer';
import { amountsLabel } from '@panel/resources/revenue';

/** Subscriptions whose payment has failed, with whose they are and what is at stake. */
export function PastDueCard({ pastDue: { count, licenses } }: { pastDue: Revenue['past_due'] }) {
  const hasLicenses = sectionOn(usePartner(), 'sites');
  if (count === 0) return null;
  return (
    <Card
      title={t('Past due')}
      actions={
        hasLicenses && (
          <Link to="/admin/licenses?payment=past_due">
            {t('{count, plural, one {# license} other {All # licenses}}', { count })}
          </Link>
        )
      }
    >
      <Stack gap={3}>
        <Text tone="muted">
          {t('Their card was refused. It is tried again, and they get reminders, until their license ends.')}
        </Text>
        <Stack as="ul" gap={3}>
          {licenses.map(({ license_id, customer_id, customer_email, product_name, owed, paid_until }) => (
            <Inline as="li" key={license_id} justify="between" gap={2}>
              <ResourceName icon="user" title={product_name} detail={customer_email} to={customerPath(customer_id)} />
              <Stack gap={1}>
                <Text weight="medium">{amountsLabel(owed)}</Text>
                <Text size="s" tone="muted">
                  {t('Paid until {day}', { day: formatDate(paid_until, { withTime: false }) })}
                </Text>
              </Stack>
            </Inline>
          ))}
        </Stack>
      </Stack>
    </Card>
  );
}
