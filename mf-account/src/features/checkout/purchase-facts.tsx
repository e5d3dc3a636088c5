import { t, type Payment } from '@panel/core';
import { formatDate } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import { formatMoney, perInterval, trialLabel } from '@panel/resources/payment';

/** What was ordered. */
export const PurchaseFacts = ({ payment }: { payment: Payment }) => {
  const { plan_type, quantity, amount, discount, coupon, currency, interval, created_at, trial_days: days } = payment;
  return (
    <DataList
      items={[
        { key: 'plan', label: t('Plan'), value: plan_type },
        { key: 'quantity', label: t('Quantity'), value: quantity },
        days > 0 && { key: 'trial', label: t('Trial'), value: trialLabel(days) },
        {
          key: 'amount',
          label: days > 0 ? t('After the trial') : t('Amount'),
          value: coupon === null ? perInterval(amount, currency, interval) : formatMoney(amount, currency),
        },
        coupon !== null && {
          key: 'coupon',
          label: t('Code {code}', { code: coupon }),
          value: formatMoney(-discount, currency),
        },
        { key: 'ordered', label: t('Ordered'), value: formatDate(created_at) },
      ]}
    />
  );
};
