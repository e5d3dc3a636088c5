import { t, Trans } from '@panel/core';
import type { Site } from '@panel/core';
import { ConfirmDialog } from '@panel/ui';
import { useRefreshStaging } from '@panel/resources/staging';

type Props = { live: Site; staging: Site; onStarted: (taskId: string) => void; onClose: () => void };

/** Describes what a new copy of the live site replaces, and what is backed up first. */
export function StagingRefreshDialog({ live, staging, onStarted, onClose }: Props) {
  const refresh = useRefreshStaging(staging.site_id ?? '', (taskId) => {
    onStarted(taskId);
    onClose();
  });
  return (
    <ConfirmDialog
      icon="refresh"
      title={t('Copy live to staging')}
      confirmLabel={t('Copy')}
      busy={refresh.isPending}
      error={refresh.error}
      onConfirm={() => refresh.mutate()}
      onClose={onClose}
    >
      <p>
        <Trans
          id="Files and database of <0>{staging}</0> are replaced by those of {live}. Changes that you made on staging and have not published are removed."
          values={{ staging: staging.fqdn, live: live.fqdn }}
          parts={[(piece) => <strong className="p-break">{piece}</strong>]}
        />
      </p>
      <p>{t('First we back up staging as it is now. The live site does not change.')}</p>
    </ConfirmDialog>
  );
}
