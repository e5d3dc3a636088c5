import { t, type Coupon } from '@panel/core';
import { COUPON_STATE_LABELS, durationLabel, plansLabel, usesLabel, valueLabel } from '@panel/resources/coupon';
import { Badge, formatDate, Text } from '@panel/ui';
import { createdColumn, type Column } from '@panel/ui/data';

/** The columns of coupons; `nameOf`: how the partner calls its plans. */
export const couponColumns = (nameOf: Parameters<typeof plansLabel>[1]): readonly Column<Coupon>[] => [
  {
    key: 'code',
    title: t('Code'),
    sortable: true,
    render: ({ code }) => (
      <Text weight="medium" className="p-break">
        {code}
      </Text>
    ),
  },
  { key: 'value', title: t('Takes off'), render: valueLabel },
  { key: 'duration', title: t('Counts for'), hideBelow: 'md', render: durationLabel },
  {
    key: 'state',
    title: t('State'),
    render: ({ state }) => <Badge tone={COUPON_STATE_LABELS[state].tone}>{COUPON_STATE_LABELS[state].label}</Badge>,
  },
  { key: 'uses', title: t('Uses'), render: usesLabel },
  { key: 'plans', title: t('Plans'), hideBelow: 'md', render: (coupon) => plansLabel(coupon, nameOf) },
  { key: 'ends_at', title: t('Ends'), hideBelow: 'md', render: ({ ends_at: endsAt }) => formatDate(endsAt) },
  createdColumn,
];
