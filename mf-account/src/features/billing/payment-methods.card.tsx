import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError, t, type PaymentMethod } from '@panel/core';
import { Badge, Button, ButtonLink, Card, ErrorState, Inline, Skeleton, Stack, Text } from '@panel/ui';
import { ADD_CARD_PATH, cardEnd, cardName, paymentMethodsQuery, useDefaultCard } from '@panel/resources/payment';

/** The cards with which licenses are renewed. Only the provider has their numbers. */
export function PaymentMethodsCard({ onRemove }: { onRemove: (card: PaymentMethod) => void }) {
  const methods = useQuery(paymentMethodsQuery);
  // Without a provider there are no cards, and nothing to say about them.
  if (methods.error instanceof ApiError && methods.error.code === 'PAYMENT_OFF') return null;
  return (
    <Card
      title={t('Payment methods')}
      actions={
        <ButtonLink icon="plus" to={ADD_CARD_PATH}>
          {t('Add a card')}
        </ButtonLink>
      }
    >
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
        <Methods methods={methods.data} onRemove={onRemove} />
      )}
    </Card>
  );
}

type Props = { methods: readonly PaymentMethod[]; onRemove: (card: PaymentMethod) => void };

function Methods({ methods, onRemove }: Props) {
  const [now] = useState(() => new Date());
  const choose = useDefaultCard();
  return (
    <Stack as="ul" gap={2}>
      {methods.map((method) => (
        <Method key={method.id} {...{ method, now, choose, onRemove }} />
      ))}
    </Stack>
  );
}

type MethodProps = Pick<Props, 'onRemove'> & {
  method: PaymentMethod;
  now: Date;
  choose: ReturnType<typeof useDefaultCard>;
};

function Method({ method, now, choose, onRemove }: MethodProps) {
  const remove = useRef<HTMLButtonElement>(null);
  const wasChosen = useRef(false);
  useEffect(() => {
    if (!method.is_default || !wasChosen.current) return;
    wasChosen.current = false;
    // The button that was pressed is gone.
    if (document.activeElement === document.body) remove.current?.focus();
  }, [method.is_default]);
  const end = cardEnd(method, now);
  const name = cardName(method);
  const isChosen = choose.isPending && choose.variables === method.id;
  const wait = choose.isPending ? t('Wait until the default card is changed.') : null;
  return (
    <Inline as="li" gap={3} justify="between">
      <Inline gap={2}>
        <Text weight="medium">{name}</Text>
        {method.is_default && <Badge>{t('Default')}</Badge>}
        <Badge tone={end.tone}>{end.label}</Badge>
      </Inline>
      <Inline gap={2}>
        {!method.is_default && (
          <Button
            size="s"
            loading={isChosen}
            disabledReason={isChosen ? null : wait}
            aria-label={t('Make default: {name}', { name })}
            onClick={() => {
              wasChosen.current = true;
              choose.mutate(method.id);
            }}
          >
            {t('Make default')}
          </Button>
        )}
        <Button
          ref={remove}
          size="s"
          disabledReason={wait}
          aria-label={t('Remove {name}', { name })}
          onClick={() => onRemove(method)}
        >
          {t('Remove')}
        </Button>
      </Inline>
    </Inline>
  );
}
