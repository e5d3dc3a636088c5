import type { CatalogPlan, PriceInterval } from '@panel/contract';
import { t, type Price } from '@panel/core';
import { Badge, formatBytes } from '@panel/ui';
import { PlanCard } from '@panel/ui/data';
import { featuresOf, formatMoney, monthlyOf, savedLabel, trialLabel } from '@panel/resources/payment';

type Sold = Pick<
  CatalogPlan,
  'project_type' | 'plan_type' | 'site_limit' | 'name' | 'features' | 'currency' | 'month' | 'year' | 'trial_days'
>;

const priceOf = (amount: number | null, currency: string, interval: PriceInterval): Price[] =>
  amount === null ? [] : [{ id: interval, unit_amount: amount, currency, recurring: { interval } }];

/** The card of a plan as customers see it: by year, or by month where there is no yearly price. */
export function PlanPreview({ sold }: { sold: Sold }) {
  const { name, plan_type: plan, currency, month, year, trial_days: days } = sold;
  const trial = trialLabel(days);
  const yearly = priceOf(year, currency, 'year');
  const prices = [...yearly, ...priceOf(month, currency, 'month')];
  const [price] = prices;
  const saved = yearly.length > 0 ? savedLabel({ prices }) : undefined;
  const monthly = price && monthlyOf(price);
  return (
    <PlanCard
      title={name || t('No name')}
      price={price ? formatMoney(price.unit_amount, price.currency) : '-'}
      priceNote={
        price && (
          <>
            {price.recurring.interval === 'year' ? t('Yearly') : t('Monthly')}
            {monthly && <span>{monthly}</span>}
            {saved && <Badge tone="success">{saved}</Badge>}
            {trial && <Badge tone="info">{trial}</Badge>}
          </>
        )
      }
      description={t('{plan} plan', { plan })}
      features={featuresOf(sold, formatBytes)}
    />
  );
}
