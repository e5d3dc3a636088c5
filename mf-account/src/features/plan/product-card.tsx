import type { PriceInterval } from '@panel/contract';
import { t, type License, type PricedProduct } from '@panel/core';
import { Badge, Button, ButtonLink, Card, formatBytes, formatDate, Stack, Text } from '@panel/ui';
import { PlanCard } from '@panel/ui/data';
import {
  checkoutPath,
  featuresOf,
  formatMoney,
  monthlyOf,
  nextText,
  placesLabel,
  priceOf,
  savedLabel,
  trialLabel,
} from '@panel/resources/payment';
import { BuyElsewhere } from './buy-elsewhere.tsx';

type Props = {
  product: PricedProduct;
  interval: PriceInterval;
  currency: string | undefined;
  /** Valid licenses of this product. */
  owned: readonly License[];
  /** A bought license of another product can become this one. */
  canChange: boolean;
  onChange: () => void;
};

const dateOnly = (at: number): string => formatDate(at, { withTime: false });

/** A license that is there: how much of it is used, and what happens next. */
const Owned = ({ license }: { license: License }) => (
  <Text as="p" size="s" tone="soft">
    {t('{used} of {places} in use', {
      used: license.sites.length,
      places: placesLabel(license.project_type, license.site_limit),
    })}
    {'. '}
    {nextText(license, dateOnly)}
  </Text>
);

/** A product, its price in the chosen interval, and the way to it. */
export function ProductCard({ product, interval, currency, owned, canChange, onChange }: Props) {
  const { product_name: name, product_type: id, plan_type: plan } = product;
  const price = priceOf(product, interval);
  const monthly = price && monthlyOf(price);
  const saved = interval === 'year' ? savedLabel(product) : undefined;
  const trial = trialLabel(product.trial_days);
  const isCurrent = owned.length > 0;
  return (
    <Card
      className={isCurrent ? 'plan-box plan-current' : 'plan-box'}
      footer={
        price ? (
          <>
            {canChange && (
              <Button kind={isCurrent ? 'default' : 'primary'} onClick={onChange}>
                {t('Change to {name}', { name })}
              </Button>
            )}
            <ButtonLink
              kind={canChange || isCurrent ? 'default' : 'primary'}
              to={checkoutPath({ product: id, interval, currency })}
            >
              {isCurrent || canChange ? t('Buy another {name}', { name }) : t('Choose {name}', { name })}
            </ButtonLink>
          </>
        ) : (
          <BuyElsewhere plan={plan} name={name} />
        )
      }
    >
      <Stack gap={3}>
        <PlanCard
          title={name}
          price={price ? formatMoney(price.unit_amount, price.currency) : '-'}
          priceNote={
            price && (
              <>
                {interval === 'year' ? t('Yearly') : t('Monthly')}
                {monthly && <span>{monthly}</span>}
                {saved && <Badge tone="success">{saved}</Badge>}
                {trial && <Badge tone="info">{trial}</Badge>}
              </>
            )
          }
          description={t('{plan} plan', { plan })}
          features={featuresOf(product, formatBytes)}
          current={isCurrent}
        />
        {owned.map((license) => (
          <Owned key={license.id} license={license} />
        ))}
      </Stack>
    </Card>
  );
}
