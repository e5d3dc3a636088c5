import { t, type App } from '@panel/core';
import { ConfirmDestroy } from '@panel/ui';
import { useChangeDatabase } from '@panel/resources/app';

/** Deletes the database of an application, which stays. */
export function DatabaseDeleteDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const remove = useChangeDatabase(app.id, 'remove');
  return (
    <ConfirmDestroy
      open
      title={t('Delete database')}
      name={app.fqdn}
      facts={{
        goes: [t('All tables and their rows, at once and for good'), t('The variable DATABASE_URL of the application')],
        stays: [t('The application, its releases and settings'), t('Its backups, which may have the database')],
      }}
      confirmLabel={t('Delete database')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
