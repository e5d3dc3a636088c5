import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError, t } from '@panel/core';
import { Badge, Card, ErrorState, Inline, Skeleton, Stack, Text } from '@panel/ui';
import { cardEnd, cardName, paymentMethodsQuery } from '@panel/resources/payment';

/** The cards with which licenses are renewed. Only the provider has their numbers. */
export function PaymentMethodsCard() {
  const methods = useQuery(paymentMethodsQuery);
  const [now] = useState(() => new Date());
  // Without a provider there are no cards, and nothing to say about them.
  if (methods.error instanceof ApiError && methods.error.code === 'PAYMENT_OFF') return null;
  return (
    <Card title={t('Payment methods')}>
      {methods.error ? (
        <ErrorState
          error={methods.error}
          level={3}
          retrying={methods.isFetching}
          onRetry={() => void methods.refetch()}
        />
      ) : methods.data === undefined ? (
        <Skeleton kind="text" rows={2} label={t('Loading your cards')} />
      ) : methods.data.length === 0 ? (
        <Text as="p" tone="soft">
          {t('No card yet. The one with which you buy a license is kept by the payment provider for its renewal.')}
        </Text>
      ) : (
        <Stack as="ul" gap={2}>
          {methods.data.map((method) => {
            const end = cardEnd(method, now);
            return (
              <li key={method.id}>
                <Inline gap={2}>
                  <Text weight="medium">{cardName(method)}</Text>
                  {method.is_default && <Badge>{t('Default')}</Badge>}
                  <Badge tone={end.tone}>{end.label}</Badge>
                </Inline>
              </li>
            );
          })}
        </Stack>
      )}
    </Card>
  );
}
