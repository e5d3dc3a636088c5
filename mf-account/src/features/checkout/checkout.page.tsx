import { useEffect } from 'react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { DEFAULT_INTERVAL, LICENSE_PRODUCTS, QUANTITY_MAX } from '@panel/contract/schemas';
import { queryClient, t, type PageContext, type PricedProduct } from '@panel/core';
import { Navigate, useNavigate, useSearchParams } from '@panel/core/router';
import { ButtonLink, Card, Page, Stack } from '@panel/ui';
import {
  checkoutPath,
  currencyNamed,
  currencyQuery,
  isNotOffered,
  PLANS_PATH,
  plansPath,
  priceOf,
  productNamed,
  productQuery,
  publishableKeyQuery,
  readPurpose,
  useRefreshPrices,
  type Choice,
} from '@panel/resources/payment';
import { couponPriceQuery, useRecheckCoupons } from '@panel/resources/coupon';
import { BuyElsewhere } from '../plan/buy-elsewhere.tsx';
import { CouponField } from './coupon.field.tsx';
import { OrderCard } from './order.card.tsx';
import { PayCard } from './pay.card.tsx';

type Chosen = Choice & { quantity: number };

/** What the address says is bought, or nothing. */
function readChoice(search: URLSearchParams): Chosen | null {
  const product = productNamed(search.get('product'));
  const quantity = Number(search.get('quantity') ?? 1);
  if (!product || !Number.isInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX) return null;
  return {
    product,
    quantity,
    interval: search.get('interval') === 'month' ? 'month' : DEFAULT_INTERVAL,
    coupon: search.get('coupon') ?? undefined,
    currency: currencyNamed(search.get('currency')),
    ...readPurpose(search),
  };
}

export function prefetch({ search }: PageContext) {
  const choice = readChoice(search);
  return (
    choice &&
    Promise.all([
      queryClient.prefetchQuery(productQuery(choice.product, choice.currency)),
      queryClient.prefetchQuery(currencyQuery),
      queryClient.prefetchQuery(publishableKeyQuery),
    ])
  );
}

/** /upgrade-your-package/finalize-and-confirm?product=…&interval=…&quantity=…: what is bought, and the card. */
export function Component() {
  const [search] = useSearchParams();
  const choice = readChoice(search);
  return choice ? <Checkout choice={choice} /> : <Navigate to={PLANS_PATH} replace />;
}

function Checkout({ choice }: { choice: Chosen }) {
  const { data: product } = useSuspenseQuery(productQuery(choice.product, choice.currency));
  const navigate = useNavigate();
  const { name: own, plan, project } = LICENSE_PRODUCTS[choice.product];
  const name = product?.product_name ?? own;
  const back = <ButtonLink to={plansPath(project)}>{t('All plans')}</ButtonLink>;
  return (
    <Page title={t('Checkout')} subtitle={name} width="form" actions={back}>
      <Stack gap={4}>
        {product && priceOf(product, choice.interval) ? (
          <Offered
            product={product}
            choice={choice}
            onChange={(next) => void navigate(checkoutPath(next), { replace: true, preventScrollReset: true })}
          />
        ) : (
          <Card title={t('This plan is not sold here')}>
            <BuyElsewhere plan={plan} name={name} />
          </Card>
        )}
      </Stack>
    </Page>
  );
}

type OfferedProps = { product: PricedProduct; choice: Chosen; onChange: (next: Choice) => void };

function Offered({ product, choice, onChange }: OfferedProps) {
  const price = priceOf(product, choice.interval);
  const { coupon, quantity } = choice;
  const check = useQuery({
    ...couponPriceQuery(coupon ?? '', price?.id ?? '', quantity),
    enabled: coupon !== undefined,
  });
  const recheck = useRecheckCoupons();
  const refreshPrices = useRefreshPrices();
  const isGone = coupon !== undefined && isNotOffered(check.error);
  useEffect(() => {
    if (isGone) refreshPrices();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  }, [isGone]);
  if (!price) return null;
  const isChecking = coupon !== undefined && check.isPending;
  const refusal = coupon === undefined ? null : check.error;
  const cheaper = coupon === undefined || refusal ? undefined : check.data;
  return (
    <>
      <OrderCard product={product} price={price} choice={choice} cheaper={cheaper} onChange={onChange}>
        <CouponField
          code={coupon}
          error={refusal}
          checking={coupon !== undefined && check.isFetching}
          onChange={(code) => onChange({ ...choice, coupon: code })}
          onRetry={() => void check.refetch()}
        />
      </OrderCard>
      {/*
        Another order is another form: what was typed for one must not pay another. A code that does not count is taken out by the
        customer: an order without it would cost more than they expect, and end the one that has it.
      */}
      {!isChecking && !refusal && (
        <PayCard
          key={`${price.id} ${quantity} ${cheaper?.code ?? ''} ${product.trial_days}`}
          product={product}
          price={price}
          quantity={quantity}
          cheaper={cheaper}
          purpose={choice}
          onCouponRefused={recheck}
          onPriceGone={refreshPrices}
        />
      )}
    </>
  );
}
