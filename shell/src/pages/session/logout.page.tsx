import { useCallback, useEffect, useRef, useState } from 'react';
import { announceSignOut, asApiError, ApiError, clearDrafts, notify, NOTICE_MS, t } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { Button } from '@panel/ui';
import { signOut } from '@panel/resources/session';
import { AskPage, Notice } from './ask-page.tsx';
import { fullLoad } from './full-load.ts';

const FAILED = t('Something went wrong during logout');

/** Ends the session and leaves; on failure it shows a notification and stays (spec §8). */
export function Component() {
  const [failure, setFailure] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(true);
  const started = useRef(false);

  const leave = useCallback(async () => {
    setLeaving(true);
    setFailure(null);
    try {
      const { redirectUrl } = await signOut();
      clearDrafts();
      announceSignOut();
      fullLoad(redirectUrl, '/login');
    } catch (thrown) {
      const error = asApiError(thrown);
      const answered = error instanceof ApiError && error.status > 0;
      notify({ kind: 'error', title: t('Error'), message: FAILED, duration: NOTICE_MS.logout });
      setFailure(answered ? error.message : FAILED);
      setLeaving(false);
    }
  }, []);
  useEffect(() => {
    // One visit, one request: an effect may run twice.
    if (started.current) return;
    started.current = true;
    void leave();
  }, [leave]);

  return (
    <AskPage
      title={failure ? t('You are still signed in') : t('Signing out')}
      lead={failure ? undefined : t('Ending your session.')}
      links={failure ? <AppLink to="/">{t('Back to the panel')}</AppLink> : undefined}
    >
      {failure && (
        <>
          <Notice>{failure}</Notice>
          <Button kind="primary" block loading={leaving} onClick={() => void leave()}>
            {t('Try again')}
          </Button>
        </>
      )}
    </AskPage>
  );
}
