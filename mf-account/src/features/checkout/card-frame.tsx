import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { t, useDirty } from '@panel/core';
import { Banner, Button, Skeleton } from '@panel/ui';
import './checkout.css';

/** What the frame may say. Everything else, and everything from elsewhere, is ignored. */
const Message = v.variant('type', [
  v.object({ type: v.picklist(['ready', 'processing', 'succeeded']) }),
  v.object({ type: v.literal('resize'), height: v.number() }),
  v.object({ type: v.literal('failed'), message: v.optional(v.string()) }),
]);

const HEIGHTS = { least: 160, first: 320, most: 1200 } as const;
const ANSWER_MS = 20_000;

type Props = { address: string; publishableKey: string; clientSecret: string; onPaid: () => void };

const addressOf = ({ address, publishableKey, clientSecret }: Omit<Props, 'onPaid'>): URL => {
  const url = new URL(address, window.location.origin);
  url.searchParams.set('client_secret', clientSecret);
  url.searchParams.set('key', publishableKey);
  return url;
};

/** The card form of the test processor: its own page in a frame, with its own button. Errors are below its fields. */
export function CardFrame({ onPaid, ...props }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>(HEIGHTS.first);
  const [state, setState] = useState<'loading' | 'ready' | 'silent' | 'paid'>('loading');
  const [attempt, setAttempt] = useState(0);
  // What is typed in the frame is not known here.
  useDirty(state === 'ready', false);
  const paid = useRef(onPaid);
  paid.current = onPaid;
  const url = addressOf(props);
  const { href, origin } = url;

  useEffect(() => {
    let isPaid = false;
    const hear = (event: MessageEvent) => {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return;
      const { success, output } = v.safeParse(Message, event.data);
      if (!success) return;
      if (output.type === 'resize')
        return setHeight(Math.min(HEIGHTS.most, Math.max(HEIGHTS.least, Math.ceil(output.height) + 2)));
      if (output.type !== 'succeeded') return setState('ready');
      setState('paid');
      // A second message of the same frame is not a second payment.
      if (!isPaid) paid.current();
      isPaid = true;
    };
    window.addEventListener('message', hear);
    const timer = setTimeout(() => setState((now) => (now === 'loading' ? 'silent' : now)), ANSWER_MS);
    return () => {
      window.removeEventListener('message', hear);
      clearTimeout(timer);
    };
  }, [href, origin, attempt]);

  if (state === 'silent')
    return (
      <Banner
        kind="danger"
        live
        action={
          <Button
            icon="refresh"
            onClick={() => {
              setState('loading');
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
    <div>
      {state === 'loading' && <Skeleton kind="form" rows={3} label={t('Loading the card form')} />}
      <iframe
        key={attempt}
        ref={frame}
        title={t('Card details')}
        src={href}
        className="card-frame"
        style={{ height }}
        data-waiting={state === 'loading' || undefined}
        inert={state === 'paid'}
        referrerPolicy="no-referrer"
        // Opening windows stays forbidden.
        // oxlint-disable-next-line react/iframe-missing-sandbox -- another origin, whose calls and messages need it
        sandbox="allow-scripts allow-same-origin allow-forms"
      />
    </div>
  );
}
