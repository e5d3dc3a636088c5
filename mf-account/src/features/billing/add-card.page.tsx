import { useQuery } from '@tanstack/react-query';
import { ApiError, queryClient, t } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { ButtonLink, Card, ErrorState, Page, Skeleton, Stack, Text } from '@panel/ui';
import { addCardQuery, BILLING_PATH, publishableKeyQuery, useRefreshPayments } from '@panel/resources/payment';
import { CardForm } from '../checkout/card-form.tsx';
import { TestCards } from '../checkout/test-cards.tsx';

export const prefetch = () => queryClient.prefetchQuery(publishableKeyQuery);

/** /my-account/billing/card: one more card, in the form of the provider. */
export function Component() {
  const navigate = useNavigate();
  const refresh = useRefreshPayments();
  const setup = useQuery(publishableKeyQuery);
  const start = useQuery({ ...addCardQuery, enabled: setup.isSuccess });
  const error = setup.error ?? start.error;
  const isOff = error instanceof ApiError && error.code === 'PAYMENT_OFF';
  return (
    <Page
      title={t('Add a card')}
      width="form"
      actions={<ButtonLink to={BILLING_PATH}>{t('Back to billing')}</ButtonLink>}
    >
      {error ? (
        <ErrorState
          error={error}
          retrying={setup.isFetching || start.isFetching}
          onRetry={isOff ? undefined : () => void (setup.error ? setup.refetch() : start.refetch())}
        />
      ) : (
        <Card title={t('Card')}>
          {setup.data && start.data ? (
            <Stack gap={4}>
              {setup.data.isTest && <TestCards />}
              <CardForm
                setup={setup.data}
                clientSecret={start.data.clientSecret}
                payLabel={t('Save card')}
                onPaid={() => void refresh().then(() => navigate(BILLING_PATH, { replace: true }))}
              />
              <Text as="p" size="s" tone="muted">
                {t('Nothing is charged now. Your card goes to the payment provider alone.')}
              </Text>
            </Stack>
          ) : (
            <Skeleton kind="form" rows={3} label={t('Loading the card form')} />
          )}
        </Card>
      )}
    </Page>
  );
}
