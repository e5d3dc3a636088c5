import { useEffect } from 'react';
import { useAsksToLeave, t } from '@panel/core';
import { useBlocker } from '@panel/core/router';
import { Button, Dialog } from '@panel/ui';

/** The file that is open in a file manager is a part of the address, and its text is unsaved input of its own. */
const fileOf = (search: string): string | null => new URLSearchParams(search).get('file');

/** Asks before the user leaves a page with unsaved input: a dialog inside the panel, the browser's own outside. */
export function LeaveGuard() {
  const dirty = useAsksToLeave();
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      dirty && (from.pathname !== to.pathname || fileOf(from.search) !== fileOf(to.search)),
  );

  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty]);

  // A form that saves and navigates in one step is clean only after its next render, so there is no need to ask.
  useEffect(() => {
    if (!dirty && blocker.state === 'blocked') blocker.proceed();
  }, [dirty, blocker]);

  return (
    <Dialog
      open={dirty && blocker.state === 'blocked'}
      size="s"
      icon="warning"
      title={t('Leave without saving?')}
      onClose={() => blocker.reset?.()}
      footer={
        <>
          <Button onClick={() => blocker.reset?.()} data-autofocus>
            {t('Stay on this page')}
          </Button>
          <Button kind="danger" onClick={() => blocker.proceed?.()}>
            {t('Leave and discard')}
          </Button>
        </>
      }
    >
      {t('Your changes on this page haven’t been saved.')}
    </Dialog>
  );
}
