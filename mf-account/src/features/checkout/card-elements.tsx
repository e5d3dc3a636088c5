import { useEffect, useRef, useState, type FormEvent } from 'react';
import { CardElement, Elements, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeCardElement } from '@stripe/stripe-js';
// The form of it that adds Stripe's script when a card is entered, not when this file is loaded.
import { loadStripe } from '@stripe/stripe-js/pure';
import { t, useDirty } from '@panel/core';
import { Banner, Button, Icon, Stack } from '@panel/ui';
import { needsOwnDocument } from './payment-document.ts';
import './checkout.css';

type Props = { publishableKey: string; clientSecret: string; payLabel: string; onPaid: () => void };

const stripes = new Map<string, ReturnType<typeof loadStripe>>();

function stripeOf(key: string): ReturnType<typeof loadStripe> {
  const loaded =
    stripes.get(key) ??
    loadStripe(key).catch(() => {
      stripes.delete(key);
      return null;
    });
  stripes.set(key, loaded);
  return loaded;
}

/** Stripe's card fields. Its script may run only in a document that was opened for a payment, so any other is loaded again as one. */
export function CardElements({ publishableKey, ...props }: Props) {
  const again = needsOwnDocument();
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (again) return window.location.reload();
    let current = true;
    void stripeOf(publishableKey).then((stripe) => current && setFailed(stripe === null));
    return () => {
      current = false;
    };
  }, [again, publishableKey, attempt]);
  if (again) return null;
  if (failed)
    return (
      <Banner
        kind="danger"
        live
        action={
          <Button
            icon="refresh"
            onClick={() => {
              setFailed(false);
              setAttempt((before) => before + 1);
            }}
          >
            {t('Retry')}
          </Button>
        }
      >
        {t('The card form did not load. Nothing was charged.')}
      </Banner>
    );
  return (
    <Elements key={attempt} stripe={stripeOf(publishableKey)}>
      <CardFields {...props} />
    </Elements>
  );
}

/** Pays with a card, or keeps it for later. One that is done already was done by this form, or in another tab. */
async function confirmed(stripe: Stripe, clientSecret: string, card: StripeCardElement) {
  if (clientSecret.startsWith('seti_')) {
    const { setupIntent, error } = await stripe.confirmCardSetup(clientSecret, { payment_method: { card } });
    return { isDone: (setupIntent ?? error?.setup_intent)?.status === 'succeeded', error };
  }
  const { paymentIntent, error } = await stripe.confirmCardPayment(clientSecret, { payment_method: { card } });
  return { isDone: (paymentIntent ?? error?.payment_intent)?.status === 'succeeded', error };
}

function CardFields({ clientSecret, payLabel, onPaid }: Omit<Props, 'publishableKey'>) {
  const stripe = useStripe();
  const elements = useElements();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [typed, setTyped] = useState(false);
  useDirty(typed, false);
  // A state is seen with the next render; a second click can come before it.
  const running = useRef(false);
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || running.current) return;
    running.current = true;
    setBusy(true);
    setError(null);
    const { isDone, error: refusal } = await confirmed(stripe, clientSecret, card);
    running.current = isDone;
    setBusy(isDone);
    if (isDone) return onPaid();
    setError(refusal?.message ?? t('The payment operation can not start, please try again later!'));
  };
  return (
    <form onSubmit={(event) => void pay(event)}>
      <Stack gap={3}>
        <div className="card-element">
          <CardElement
            onChange={({ empty, error: wrong }) => {
              setTyped(!empty);
              setError(wrong?.message ?? null);
            }}
          />
        </div>
        {error && (
          <p className="p-error" role="alert">
            <Icon name="error" size={14} />
            {error}
          </p>
        )}
        <Button
          kind="primary"
          type="submit"
          block
          loading={busy}
          disabledReason={stripe ? null : t('The card form is loading.')}
        >
          {payLabel}
        </Button>
      </Stack>
    </form>
  );
}
