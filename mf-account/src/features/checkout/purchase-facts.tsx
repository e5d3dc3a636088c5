import { t, type Payment } from '@panel/core';
import { formatDate } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { perInterval } from '@panel/resources/payment';

/** What was ordered. */
export const PurchaseFacts = ({ payment }: { payment: Payment }) => {
  const { plan_type, quantity, amount, currency, interval, created_at } = payment;
  return (
    <DataList
      items={[
        { key: 'plan', label: t('Plan'), value: plan_type },
        { key: 'quantity', label: t('Quantity'), value: quantity },
        {
          key: 'amount',
          label: t('Amount'),
          value: perInterval(amount, currency, interval),
        },
        { key: 'ordered', label: t('Ordered'), value: formatDate(created_at) },
      ]}
    />
  );
};
