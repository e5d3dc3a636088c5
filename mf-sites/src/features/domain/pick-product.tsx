import type { LicenseProduct, PriceInterval } from '@panel/contract';
import { t, type PricedProduct } from '@panel/core';
import { formatBytes, RadioGroup, SegmentedControl, Stack } from '@panel/ui';
import { PlanCard } from '@panel/ui/data';
import { featuresOf, formatMoney, INTERVALS, monthlyOf, priceOf, savedLabel } from '@panel/resources/payment';

type Props = {
  products: readonly PricedProduct[];
  interval: PriceInterval;
  onInterval: (interval: PriceInterval) => void;
  value: LicenseProduct | null;
  onChange: (product: LicenseProduct) => void;
};

/** The licenses that can be bought, with their prices by month or by year. */
export const PickProduct = ({ products, interval, onInterval, value, onChange }: Props) => (
  <Stack gap={4}>
    <SegmentedControl label={t('Billed')} segments={INTERVALS} value={interval} onChange={onInterval} />
    <RadioGroup
      cards
      legend={t('Buy a license')}
      value={value}
      onChange={onChange}
      options={products.flatMap((product) => {
        const price = priceOf(product, interval);
        if (!price) return [];
        const saved = interval === 'year' ? savedLabel(product) : undefined;
        const label = (
          <PlanCard
            title={product.product_name}
            price={formatMoney(price.unit_amount, price.currency)}
            priceNote={[monthlyOf(price), saved].filter(Boolean).join(', ')}
            features={featuresOf(product, formatBytes)}
          />
        );
        return [{ value: product.product_type, label }];
      })}
    />
  </Stack>
);
