import { lazy, Suspense } from 'react';
import { t, type PublishableKey } from '@panel/core';
import { Skeleton } from '@panel/ui';
import { CardFrame } from './card-frame.tsx';

// Stripe's library is not needed where the processor has a page of its own.
const CardElements = lazy(async () => ({ default: (await import('./card-elements.tsx')).CardElements }));

export type CardFormProps = {
  setup: PublishableKey;
  /** Of the purchase, or of a card that is added, for the provider's form alone. */
  clientSecret: string;
  /** What the button does: "Pay $12.00". */
  payLabel: string;
  /** The provider has accepted the card. Whether the license is active is what the server says. */
  onPaid: () => void;
};

/**
 * The card form of the provider: a page of the test processor in a frame, or Stripe's own fields. No number of a card reaches the panel.
 */
export const CardForm = ({ setup: { cardForm, publishableKey }, payLabel, ...props }: CardFormProps) =>
  cardForm === null ? (
    <Suspense fallback={<Skeleton kind="form" rows={3} label={t('Loading the card form')} />}>
      <CardElements publishableKey={publishableKey} payLabel={payLabel} {...props} />
    </Suspense>
  ) : (
    <CardFrame address={cardForm} publishableKey={publishableKey} {...props} />
  );
