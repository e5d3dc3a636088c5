import { t, type OwnSession } from '@panel/core';
import { ConfirmDialog } from '@panel/ui';
import { deviceLabel, useEndOtherSessions, useEndSession } from '@panel/resources/security';

export function SessionEndDialog({ session, onClose }: { session: OwnSession; onClose: () => void }) {
  const end = useEndSession(session, onClose);
  return (
    <ConfirmDialog
      title={t('Sign out {device}?', { device: deviceLabel(session) })}
      confirmLabel={t('Sign out')}
      danger
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      {t('It has to sign in again, and input that is not saved there is lost.')}
    </ConfirmDialog>
  );
}

export function SessionEndOthersDialog({ onClose }: { onClose: () => void }) {
  const end = useEndOtherSessions(onClose);
  return (
    <ConfirmDialog
      title={t('Sign out all other browsers?')}
      confirmLabel={t('Sign out all others')}
      danger
      busy={end.isPending}
      error={end.error}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      {t('You stay signed in here. API tokens keep working: revoke those that you no longer trust.')}
    </ConfirmDialog>
  );
}
