import { useSuspenseQuery } from '@tanstack/react-query';
import type { LicenseProduct, LicenseProject, PriceInterval } from '@panel/contract';
import { t } from '@panel/core';
import { Grid, Heading, Stack, Text } from '@panel/ui';
import { changeableTo, ownLicensesQuery, pricesQuery } from '@panel/resources/payment';
import { ProductCard } from './product-card.tsx';
import './plan.css';

type Props = {
  project: LicenseProject;
  interval: PriceInterval;
  /** The one that is chosen in the address. */
  currency: string | undefined;
  onChange: (product: LicenseProduct) => void;
};

/** What can be bought for sites, or for applications. */
export function ProductGrid({ project, interval, currency, onChange }: Props) {
  const { data: products } = useSuspenseQuery(pricesQuery(project, currency));
  const { data: licenses } = useSuspenseQuery(ownLicensesQuery(project));
  return (
    <Stack gap={3}>
      <Heading level={2}>{project === 'site' ? t('For sites') : t('For applications')}</Heading>
      {products.length === 0 && <Text as="p">{t('There are no plans to choose from.')}</Text>}
      <Grid min="m" className="plan-grid">
        {products.map((product) => (
          <ProductCard
            key={product.product_type}
            product={product}
            interval={interval}
            currency={currency}
            owned={licenses.filter((one) => one.is_valid && one.product_identifier === product.product_type)}
            canChange={changeableTo(licenses, product).length > 0}
            onChange={() => onChange(product.product_type)}
          />
        ))}
      </Grid>
    </Stack>
  );
}
