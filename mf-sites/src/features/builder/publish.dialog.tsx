import type { BuilderDraft } from '@panel/core';
import { Button, ButtonLink, Dialog, Skeleton, TaskProgress } from '@panel/ui';
import { useTaskCancel, useTaskEnd } from '@panel/resources/task';

type Props = { taskId: string; draft: Pick<BuilderDraft, 'url'>; onClose: () => void };

/** The task that publishes the draft. It continues when the dialog is closed. */
export function PublishDialog({ taskId, draft, onClose }: Props) {
  const { task, at } = useTaskEnd(taskId);
  const cancel = useTaskCancel(task);
  const isLive = task?.status === 'succeeded';
  return (
    <Dialog
      open
      title={isLive ? 'Your changes are live' : 'Publishing your changes'}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {isLive && (
            <ButtonLink kind="primary" icon="globe" href={draft.url} newTab>
              Open site
            </ButtonLink>
          )}
        </>
      }
    >
      {task ? <TaskProgress task={task} at={at} {...cancel} /> : <Skeleton kind="text" rows={3} />}
    </Dialog>
  );
}
