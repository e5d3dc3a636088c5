import { t } from '@panel/core';
import type { BuilderDraft } from '@panel/core';
import { Button, ButtonLink, Dialog, Skeleton, TaskProgress } from '@panel/ui';
import { useTaskProgress } from '@panel/resources/task';

type Props = { taskId: string; draft: Pick<BuilderDraft, 'url'>; onClose: () => void };

/** The task that publishes the draft. It continues when the dialog is closed. */
export function PublishDialog({ taskId, draft, onClose }: Props) {
  const progress = useTaskProgress(taskId);
  const isLive = progress?.task.status === 'succeeded';
  return (
    <Dialog
      open
      title={isLive ? t('Your changes are live') : t('Publishing your changes')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Close')}</Button>
          {isLive && (
            <ButtonLink kind="primary" icon="globe" href={draft.url} newTab>
              {t('Open site')}
            </ButtonLink>
          )}
        </>
      }
    >
      {progress ? <TaskProgress {...progress} /> : <Skeleton kind="text" rows={3} />}
    </Dialog>
  );
}
