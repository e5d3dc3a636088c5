import { useEffect, useRef, useState } from 'react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { queryClient, t, type PageContext, type Payment } from '@panel/core';
import { Navigate, useParams, useSearchParams } from '@panel/core/router';
import { Banner, Button, ButtonLink, Card, Page, Skeleton, Stack, Text } from '@panel/ui';
import {
  BILLING_PATH,
  checkoutPath,
  paymentQuery,
  useConfirmPayment,
  waits,
  readPurpose,
  type Purpose,
} from '@panel/resources/payment';
import { Bought } from './bought.tsx';
import { PurchaseFacts } from './purchase-facts.tsx';

export const prefetch = ({ params }: PageContext) => params.id && queryClient.prefetchQuery(paymentQuery(params.id));

/** /success/checkout/{id}: waits for the license of a purchase, then says what to do with it. */
export function Component() {
  const { id } = useParams();
  return id ? <Purchase id={id} /> : <Navigate to={BILLING_PATH} replace />;
}

type PurchaseProps = { payment: Payment; purpose: Purpose };

function Purchase({ id }: { id: string }) {
  const { data: payment } = useSuspenseQuery(paymentQuery(id));
  const [search] = useSearchParams();
  const purpose = readPurpose(search);
  if (payment.license) return <Bought license={payment.license} purpose={purpose} />;
  return waits(payment) ? (
    <Waiting payment={payment} purpose={purpose} />
  ) : (
    <NotPaid payment={payment} purpose={purpose} />
  );
}

const again = ({ payment: { product_type: product, interval, quantity, coupon }, purpose }: PurchaseProps): string =>
  checkoutPath({ product, interval, quantity, ...(coupon !== null && { coupon }), ...purpose });

/** After so long it is said that this is not usual. */
const USUAL_MS = 20_000;

/** The provider has not said yet whether it is paid. */
function Waiting({ payment, purpose }: PurchaseProps) {
  const { mutate, isPending, error } = useConfirmPayment(payment.id);
  const [long, setLong] = useState(false);
  const asked = useRef(false);
  useEffect(() => {
    // A page that was opened by the provider's redirect has asked nothing yet.
    if (!asked.current) mutate();
    asked.current = true;
    const timer = setTimeout(() => setLong(true), USUAL_MS);
    return () => clearTimeout(timer);
  }, [mutate]);
  return (
    <Page title={t('Confirming your payment')} width="form">
      <Card
        title={payment.product_name}
        footer={
          <>
            <Button icon="refresh" loading={isPending} onClick={() => mutate()}>
              {t('Check now')}
            </Button>
            <ButtonLink to={again({ payment, purpose })}>{t('Back to the card')}</ButtonLink>
          </>
        }
      >
        <Stack gap={4}>
          {error ? (
            <Banner kind="danger" live>
              {error.message}
            </Banner>
          ) : (
            <Banner
              kind={long ? 'warning' : 'info'}
              live
              title={long ? t('This takes longer than usual') : t('Waiting for the payment provider')}
            >
              {long
                ? t('You can leave this page. The license becomes active as soon as the payment is confirmed.')
                : t(
                    'The license becomes active as soon as the payment is confirmed. This usually takes a few seconds.',
                  )}
            </Banner>
          )}
          <PurchaseFacts payment={payment} />
          <Skeleton kind="text" rows={1} label={t('Waiting for the license')} />
        </Stack>
      </Card>
    </Page>
  );
}

/** The purchase ended without a payment. */
const NotPaid = ({ payment, purpose }: PurchaseProps) => (
  <Page title={t('Payment not completed')} width="form">
    <Card
      title={payment.product_name}
      footer={
        <>
          <ButtonLink kind="primary" to={again({ payment, purpose })}>
            {t('Try again')}
          </ButtonLink>
          <ButtonLink to={BILLING_PATH}>{t('Billing')}</ButtonLink>
        </>
      }
    >
      <Stack gap={4}>
        <Banner kind="danger" title={t('This purchase was not paid')}>
          {t('It is closed, and no license was made. You can start again.')}
        </Banner>
        <PurchaseFacts payment={payment} />
        <Text as="p" size="s" tone="muted">
          {t('If your card was charged all the same, Billing shows the payment. Contact support then.')}
        </Text>
      </Stack>
    </Card>
  </Page>
);
