import { useEffect, useState } from 'react';
import { ApiError, t } from '@panel/core';
import {
  endPasskeyQuestion,
  finishWithPasskey,
  knowsPasskeys,
  signInWithPasskey,
  suggestsPasskeys,
} from '@panel/resources/passkey';
import { Button, Stack } from '@panel/ui';
import { Notice } from './ask-page.tsx';
import { fullLoad } from './full-load.ts';

type Answer = { redirectUrl: string };

/** A button that uses a passkey, and below it why that did not work. */
function PasskeyButton({ label, kind, run }: { label: string; kind?: 'primary'; run: () => Promise<Answer> }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const onClick = async () => {
    setBusy(true);
    setFailure(null);
    try {
      fullLoad((await run()).redirectUrl, '/sites');
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return (
    <Stack gap={2}>
      <Button icon="key" kind={kind} block loading={busy} onClick={() => void onClick()}>
        {label}
      </Button>
      {failure && <Notice>{failure}</Notice>}
    </Stack>
  );
}

/** Offers passkeys among the suggestions of the email field as long as the page is open. */
function useSuggestedPasskey(next: string | undefined): string | null {
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    let isOpen = true;
    const suggest = async () => {
      if (!(await suggestsPasskeys()) || !isOpen) return;
      const { redirectUrl } = await signInWithPasskey({ next }, true);
      if (isOpen) fullLoad(redirectUrl, '/sites');
    };
    suggest().catch((error: unknown) => {
      // Nobody has asked for it but the page itself: only what the server says to a passkey that was picked is shown.
      if (isOpen && error instanceof ApiError && error.status < 500 && error.code !== 'RATE_LIMITED')
        setFailure(error.message);
    });
    return () => {
      isOpen = false;
      if (knowsPasskeys()) void endPasskeyQuestion();
    };
  }, [next]);
  return failure;
}

/** On the sign-in page: a passkey instead of email and password. */
export function PasskeySignIn({ next }: { next: string | undefined }) {
  const failure = useSuggestedPasskey(next);
  if (!knowsPasskeys()) return null;
  return (
    <>
      <PasskeyButton label={t('Use a passkey')} run={() => signInWithPasskey({ next })} />
      {failure && <Notice>{failure}</Notice>}
    </>
  );
}

/** After the password: a passkey instead of a code. */
export const PasskeySecondStep = ({ next, remember }: { next: string | undefined; remember: boolean }) => (
  <PasskeyButton label={t('Use a passkey')} kind="primary" run={() => finishWithPasskey({ next, remember })} />
);
