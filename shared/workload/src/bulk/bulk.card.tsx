import { useQuery } from '@tanstack/react-query';
import { t, told, type Bulk } from '@panel/core';
import { Button, ButtonLink, Card, Skeleton, Stack, TaskProgress } from '@panel/ui';
import { BULK_LABELS, bulkCount, bulkQuery, useRefreshBulk } from '@panel/resources/bulk';
import { useTaskProgress } from '@panel/resources/task';
import { BulkItems, BulkStats } from './bulk-result.tsx';

type Props = {
  id: string;
  /** Where what was deleted can be restored. */
  binPath?: string;
  onClose: () => void;
};

/** Progress and result of a change of many, above its list. The page can be left: the task continues. */
export function BulkCard(props: Props) {
  const { data: bulk, isError } = useQuery(bulkQuery(props.id));
  // Results are kept for a month.
  if (isError && !bulk) return null;
  return bulk ? <Result bulk={bulk} {...props} /> : <Skeleton kind="text" rows={3} />;
}

function titleOf({ subject, action, tag, customer, product, counts }: Bulk): string {
  const { waiting, done, unchanged, refused } = counts;
  const count = bulkCount(subject, waiting + done + unchanged + refused);
  const about = tag ?? customer ?? product;
  return about === null
    ? t('{action}: {count}', { action: BULK_LABELS[action], count })
    : t('{action} ({about}): {count}', { action: BULK_LABELS[action], about, count });
}

function Result({ bulk, binPath, onClose }: Props & { bulk: Bulk }) {
  const refresh = useRefreshBulk();
  const progress = useTaskProgress(bulk.task_id, () => void refresh());
  const items = bulk.items.map(({ fqdn, outcome, error }) => ({
    ...{ key: fqdn, name: fqdn, outcome, reason: error && told(error.message, error) },
  }));
  return (
    <Card
      title={titleOf(bulk)}
      actions={
        <>
          {binPath !== undefined && bulk.action === 'delete' && (
            <ButtonLink size="s" icon="trash" to={binPath}>
              {t('Bin')}
            </ButtonLink>
          )}
          <Button size="s" onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {progress && progress.task.status !== 'succeeded' && <TaskProgress {...progress} />}
        <BulkStats counts={bulk.counts} />
        <BulkItems items={items} counts={bulk.counts} />
      </Stack>
    </Card>
  );
}
