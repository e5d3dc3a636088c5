import { t, type App } from '@panel/core';
import { useNavigate } from '@panel/core/router';
import { ConfirmDestroy } from '@panel/ui';
import { useDeleteApp } from '@panel/resources/app';
import { appBinNote } from '@panel/resources/bin';

/** Delete Application (spec §2.3). */
export function AppDeleteDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const navigate = useNavigate();
  // Replaces the entry, so that Back does not return to a dialog about a deleted application.
  const remove = useDeleteApp(() => void navigate('/apps', { replace: true }));
  return (
    <ConfirmDestroy
      open
      title={t('Delete Application')}
      name={app.fqdn}
      facts={{
        goes: [
          t('All releases, builds and their logs'),
          t('Environment variables and settings'),
          t('All backups of the application. Download those that you want to keep first.'),
          t('The address {fqdn}, which others can then use', { fqdn: app.fqdn }),
        ],
        stays: [t('Your repository'), t('Your other applications')],
      }}
      note={appBinNote()}
      confirmLabel={t('Delete Application')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(app.id)}
      onClose={onClose}
    />
  );
}
