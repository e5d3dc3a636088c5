import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  ApiError,
  t,
  type CouponPrice,
  type PaymentStarted,
  type Price,
  type PricedProduct,
  type PublishableKey,
} from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { Button, Card, ErrorState, Skeleton, Stack, Text } from '@panel/ui';
import {
  formatMoney,
  isNotOffered,
  isOtherCurrency,
  orderQuery,
  publishableKeyQuery,
  purchasePath,
  useConfirmPayment,
  type Purpose,
} from '@panel/resources/payment';
import { CardForm } from './card-form.tsx';
import { TestCards } from './test-cards.tsx';

type Props = {
  product: PricedProduct;
  price: Price;
  quantity: number;
  cheaper: CouponPrice | undefined;
  purpose: Purpose;
  /** Somebody else took its last use, or it has ended, since it was checked. */
  onCouponRefused: () => void;
  /** The price is not offered any more. */
  onPriceGone: () => void;
};

/** Starts the purchase, takes the card, and goes on to the page that waits for the license. */
export function PayCard({ product, price, quantity, cheaper, purpose, onCouponRefused, onPriceGone }: Props) {
  const setup = useQuery(publishableKeyQuery);
  const { project_type, plan_type, trial_days } = product;
  // Where nothing is to be paid now, the license, or the days of its trial, would begin by looking at the page.
  const isTrial = trial_days > 0;
  const isFree = isTrial || cheaper?.total === 0;
  const [isWanted, setWanted] = useState(false);
  const order = useQuery({
    ...orderQuery({ priceId: price.id, quantity, project_type, plan_type, coupon: cheaper?.code, trial_days }),
    enabled: setup.isSuccess && (!isFree || isWanted),
  });
  const isRefused = order.error instanceof ApiError && 'coupon' in order.error.fields;
  useEffect(() => {
    if (isRefused) onCouponRefused();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  }, [isRefused]);
  const isGone = isNotOffered(order.error);
  useEffect(() => {
    if (isGone) onPriceGone();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once for each refusal
  }, [isGone]);
  const error = setup.error ?? order.error;
  if (error)
    return (
      <ErrorState
        error={error}
        retrying={setup.isFetching || order.isFetching}
        onRetry={
          isGone || isOtherCurrency(error) || (error instanceof ApiError && error.code === 'PAYMENT_OFF')
            ? undefined
            : () => void (setup.error ? setup.refetch() : order.refetch())
        }
      />
    );
  if (isFree && !isWanted && setup.data)
    return (
      <Card title={t('Payment')}>
        <Stack gap={4}>
          <Text as="p">
            {isTrial
              ? t('There is nothing to pay now. Your card is confirmed, and is charged once the trial ends.')
              : t('There is nothing to pay now. Add a card in Billing before the next payment.')}
          </Text>
          <div>
            <Button kind="primary" onClick={() => setWanted(true)}>
              {isTrial ? t('Start the trial') : t('Order now')}
            </Button>
          </div>
        </Stack>
      </Card>
    );
  if (!setup.data || !order.data)
    return (
      <Card title={t('Payment')}>
        <Skeleton kind="form" rows={3} label={t('Loading the card form')} />
      </Card>
    );
  return <Payment setup={setup.data} order={order.data} purpose={purpose} />;
}

type PaymentProps = { setup: PublishableKey; order: PaymentStarted; purpose: Purpose };

function Payment({ setup, order: { id, clientSecret, amount, currency, trial_days: days }, purpose }: PaymentProps) {
  const isTrial = days > 0;
  const navigate = useNavigate();
  const confirm = useConfirmPayment(id);
  // The page of the purchase asks again, so a question that fails here loses nothing.
  const goOn = () =>
    void confirm
      .mutateAsync()
      .catch(() => undefined)
      .then(() => navigate(purchasePath(id, purpose), { replace: true }));
  return (
    <Card title={t('Payment')}>
      <Stack gap={4}>
        {setup.isTest && <TestCards />}
        {clientSecret === null ? (
          <div>
            <Button kind="primary" loading={confirm.isPending} onClick={goOn}>
              {t('Start now')}
            </Button>
          </div>
        ) : (
          <CardForm
            setup={setup}
            clientSecret={clientSecret}
            payLabel={
              isTrial
                ? t('Confirm the card and start the trial')
                : t('Pay {amount}', { amount: formatMoney(amount, currency) })
            }
            onPaid={goOn}
          />
        )}
        <Text as="p" size="s" tone="muted">
          {t(
            'Your card goes to the payment provider alone. You see in Billing what you paid and when the next payment is.',
          )}
        </Text>
      </Stack>
    </Card>
  );
}
