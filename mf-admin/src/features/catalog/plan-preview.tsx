import type { CatalogPlan, PriceInterval } from '@panel/contract';
import { t, type Price } from '@panel/core';
import { Badge, formatBytes, Stack, Text } from '@panel/ui';
import { PlanCard } from '@panel/ui/data';
import { featuresOf, formatMoney, monthlyOf, perInterval, savedLabel, trialLabel } from '@panel/resources/payment';

type Sold = Pick<
  CatalogPlan,
  'project_type' | 'plan_type' | 'site_limit' | 'name' | 'features' | 'amounts' | 'trial_days'
>;
type Amounts = CatalogPlan['amounts'][number];

const priceOf = (amount: number | null, currency: string, interval: PriceInterval): Price[] =>
  amount === null ? [] : [{ id: interval, unit_amount: amount, currency, recurring: { interval } }];
const NONE: Amounts = { currency: 'usd', month: null, year: null };
const hasPrice = ({ month, year }: Amounts): boolean => month !== null || year !== null;

/** What a plan costs in one more currency. */
const otherPrice = ({ currency, month, year }: Amounts): string =>
  [year !== null && perInterval(year, currency, 'year'), month !== null && perInterval(month, currency, 'month')]
    .filter(Boolean)
    .join(', ');

/** The currencies besides that of the card, and those that other plans are sold in and this one is not. */
function OtherCurrencies({ amounts, missing }: { amounts: readonly Amounts[]; missing: readonly string[] }) {
  return (
    <>
      {amounts.map((one) => (
        <Text as="p" size="s" key={one.currency}>
          {t('Or {price}', { price: otherPrice(one) })}
        </Text>
      ))}
      {missing.map((currency) => (
        <Text as="p" size="s" tone="warning" key={currency}>
          {t('Not offered in {currency}: this plan has no price in it.', { currency: currency.toUpperCase() })}
        </Text>
      ))}
    </>
  );
}

/**
 * The card of a plan as customers see it: by year, or by month where there is no yearly price. `currencies`: those that the partner sells
 * in.
 */
export function PlanPreview({ sold, currencies = [] }: { sold: Sold; currencies?: readonly string[] }) {
  const { name, plan_type: plan, amounts, trial_days: days } = sold;
  const priced = amounts.filter(hasPrice);
  const [{ currency, month, year } = NONE, ...others] = priced;
  const trial = trialLabel(days);
  const yearly = priceOf(year, currency, 'year');
  const prices = [...yearly, ...priceOf(month, currency, 'month')];
  const [price] = prices;
  const saved = yearly.length > 0 ? savedLabel({ prices }) : undefined;
  const monthly = price && monthlyOf(price);
  return (
    <Stack gap={3}>
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
      <OtherCurrencies
        amounts={others}
        missing={currencies.filter((one) => !priced.some((own) => own.currency === one))}
      />
    </Stack>
  );
}
