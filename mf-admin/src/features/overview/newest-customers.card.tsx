import { t, type Overview } from '@panel/core';
import { Card, Inline, Link, RelativeTime, ResourceName, Stack, Text } from '@panel/ui';
import { customerName, customerPath } from '@panel/resources/customer';

/** Who came last. */
export const NewestCustomersCard = ({ customers }: { customers: Overview['newest_customers'] }) => (
  <Card title={t('Newest customers')} actions={<Link to="/customers">{t('All customers')}</Link>}>
    {customers.length === 0 ? (
      <Text tone="muted">{t('You have no customers yet. Add one in the list of customers.')}</Text>
    ) : (
      <Stack as="ul" gap={3}>
        {customers.map((customer) => (
          <Inline as="li" key={customer.id} justify="between" gap={2}>
            <ResourceName
              icon="user"
              title={customerName(customer)}
              detail={customer.email}
              to={customerPath(customer.id)}
            />
            <Text size="s" tone="muted">
              <RelativeTime at={customer.created_at} />
            </Text>
          </Inline>
        ))}
      </Stack>
    )}
  </Card>
);
