import { t, type CustomerDetail } from '@panel/core';
import { Card, formatDate, RelativeTime, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import './customer.css';
import { TagList } from '@panel/workload/bulk';

/** Who a customer is, and what staff have written about them. */
export function CustomerDetails({ customer }: { customer: CustomerDetail }) {
  const { state, invitation_until: until, last_sign_in_at: seen, suspended_at: suspended } = customer;
  return (
    <Card title={t('Details')}>
      <Stack gap={4}>
        <DataList
          items={[
            { key: 'email', label: t('Email'), value: <span className="p-break">{customer.email}</span> },
            { key: 'phone', label: t('Phone number'), value: customer.phone_number },
            { key: 'seen', label: t('Last sign-in'), value: seen ? <RelativeTime at={seen} /> : t('Never') },
            state === 'invited' && {
              key: 'invitation',
              label: t('Invitation'),
              value: until ? t('Works until {date}', { date: formatDate(until) }) : t('Expired'),
            },
            suspended !== null && {
              key: 'suspended',
              label: t('Suspended'),
              value: <RelativeTime at={suspended} />,
            },
            { key: 'created', label: t('Customer since'), value: formatDate(customer.created_at, { withTime: false }) },
            {
              key: 'tags',
              label: t('Tags (only staff see them)'),
              value: customer.tags.length > 0 ? <TagList tags={customer.tags} /> : null,
            },
          ]}
        />
        {customer.notes && (
          <Stack gap={1}>
            <Text weight="medium">{t('Notes (only staff see them)')}</Text>
            <Text as="p" className="customer-notes p-break">
              {customer.notes}
            </Text>
          </Stack>
        )}
      </Stack>
    </Card>
  );
}
