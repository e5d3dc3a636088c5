import { useState, type ReactNode } from 'react';
import { QUANTITY_MAX } from '@panel/contract/schemas';
import { t, type CouponPrice, type Price, type PricedProduct } from '@panel/core';
import { Badge, Card, Field, formatBytes, formatDate, Inline, SegmentedControl, Select, Stack, Text } from '@panel/ui';
import { DataList } from '@panel/ui/data';
import {
  endOfInterval,
  featuresOf,
  formatMoney,
  INTERVALS,
  monthlyOf,
  perInterval,
  placesLabel,
  purchaseSentence,
  savedLabel,
  trialEnd,
  trialSentence,
  type Choice,
} from '@panel/resources/payment';
import { couponSentence } from '@panel/resources/coupon';
import { CurrencyChoice } from '../plan/currency-choice.tsx';

type Props = {
  product: PricedProduct;
  price: Price;
  choice: Choice & { quantity: number };
  /** What it costs with the code that was entered. */
  cheaper: CouponPrice | undefined;
  onChange: (next: Choice) => void;
  /** The field for a code. */
  children: ReactNode;
};

const QUANTITIES = Array.from({ length: QUANTITY_MAX }, (_, at) => String(at + 1));

/** What is paid once a code does not count any more. */
const laterOf = (cheaper: CouponPrice | undefined) =>
  cheaper && cheaper.duration !== 'forever' ? { later: cheaper.amount } : {};

/** What is bought, what it costs, and in one sentence what happens when. */
export function OrderCard({ product, price, choice, cheaper, onChange, children }: Props) {
  const [now] = useState(() => new Date());
  const { currency, unit_amount } = price;
  const { interval, quantity } = choice;
  const amount = unit_amount * quantity;
  const saved = interval === 'year' ? savedLabel(product) : undefined;
  const monthly = monthlyOf(price);
  const days = product.trial_days;
  const renews = formatDate(days > 0 ? trialEnd(now, days) : endOfInterval(now, interval), { withTime: false });
  const first = cheaper?.total ?? amount;
  return (
    <Card title={t('Your order')}>
      <Stack gap={4}>
        <Inline gap={3}>
          <SegmentedControl
            label={t('Billed')}
            segments={INTERVALS}
            value={interval}
            onChange={(next) => onChange({ ...choice, interval: next })}
          />
          {saved && <Badge tone="success">{saved}</Badge>}
        </Inline>
        <CurrencyChoice chosen={choice.currency} onChange={(next) => onChange({ ...choice, currency: next })} />
        <Field
          label={t('Quantity')}
          help={t('Each adds {places}.', { places: placesLabel(product.project_type, product.site_limit) })}
        >
          <Select
            value={String(quantity)}
            onChange={(next) => onChange({ ...choice, quantity: Number(next) })}
            options={QUANTITIES.map((value) => ({ value, label: value }))}
          />
        </Field>
        {children}
        <DataList
          items={[
            {
              key: 'plan',
              label: t('Plan'),
              value: t('{name}, {plan}', { name: product.product_name, plan: product.plan_type }),
            },
            { key: 'for', label: t('For'), value: placesLabel(product.project_type, product.site_limit * quantity) },
            {
              key: 'includes',
              label: t('Includes'),
              value: featuresOf(product, formatBytes).slice(1).join(', '),
            },
            {
              key: 'price',
              label: t('Price'),
              value: [perInterval(unit_amount, currency, interval), monthly].filter(Boolean).join(', '),
            },
            cheaper !== undefined && {
              key: 'before',
              label: t('Without the code'),
              value: formatMoney(amount, currency),
            },
            cheaper !== undefined && {
              key: 'discount',
              label: t('Code {code}', { code: cheaper.code }),
              value: formatMoney(-cheaper.discount, currency),
            },
            {
              key: 'total',
              label: t('To pay now'),
              value: (
                <Text size="l" weight="strong" className="p-figures">
                  {formatMoney(days > 0 ? 0 : first, currency)}
                </Text>
              ),
            },
            days > 0 && {
              key: 'first',
              label: t('On {date}', { date: renews }),
              value: formatMoney(first, currency),
            },
          ]}
        />
        <Text as="p" tone="soft">
          {days > 0
            ? trialSentence({ days, amount: first, currency, interval, ...laterOf(cheaper) }, renews)
            : cheaper
              ? couponSentence(cheaper, interval, renews)
              : purchaseSentence({ amount, currency, interval }, renews)}
        </Text>
      </Stack>
    </Card>
  );
}
