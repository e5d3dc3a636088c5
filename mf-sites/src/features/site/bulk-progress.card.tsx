import { useQueries } from '@tanstack/react-query';
import { ApiError, type Task, t, told, toldReason } from '@panel/core';
import { Button, Card, Link, Stack, Text } from '@panel/ui';
import { BULK_CHANGES, overviewPath, type BulkChange, type BulkItem } from '@panel/resources/site';
import { isEnded, taskQuery, useOnTaskEnd } from '@panel/resources/task';
import { RunStatus } from '../extension/run-status.tsx';
import './site.css';

type Props = { kind: BulkChange; items: readonly BulkItem[]; onClose: () => void };

/** Progress and result per site of a change of several. It can be left: the tasks continue, and the card is here again. */
export function BulkProgressCard({ kind, items, onClose }: Props) {
  const { doing, done } = BULK_CHANGES[kind];
  const tasks = useQueries({
    queries: items.map(({ task_id }) => ({ ...taskQuery(task_id ?? ''), enabled: task_id !== null })),
  });
  // Only a task that is deleted is gone: without a connection the next poll may find it.
  const rows = items.map((item, at) => {
    const error = tasks[at]?.error;
    return { item, task: tasks[at]?.data, isGone: error instanceof ApiError && error.status === 404 };
  });
  const good = rows.filter(({ task }) => task?.status === 'succeeded').length;
  const open = rows.filter(({ item, task, isGone }) => item.task_id && !isGone && !(task && isEnded(task))).length;
  const bad = rows.length - good - open;

  return (
    <Card
      title={open > 0 ? doing(rows.length) : done(good)}
      actions={
        <Button size="s" onClick={onClose}>
          {t('Close')}
        </Button>
      }
    >
      <Stack gap={3}>
        <Text as="p" tone="soft">
          <span aria-live="polite">
            {bad > 0
              ? t('{good} of {total} done, {bad} not done.', { good, total: rows.length, bad })
              : t('{good} of {total} done.', { good, total: rows.length })}
          </span>{' '}
          {open > 0 && t('You can leave this page. We’ll keep working.')}
        </Text>
        <ul className="site-bulk">
          {rows.map(({ item, task, isGone }) => (
            <Row key={item.fqdn} item={item} task={task} isGone={isGone} />
          ))}
        </ul>
      </Stack>
    </Card>
  );
}

type RowProps = { item: BulkItem; task: Task | undefined; isGone: boolean };

function Row({ item, task, isGone }: RowProps) {
  useOnTaskEnd(task);
  const { fqdn, site_id } = item;
  const failure = item.error === null ? task?.error && toldReason(task.error) : told(item.error);
  const error = failure ?? (isGone ? t('We no longer know how this ended.') : null);
  const running = task?.steps.find(({ state }) => state === 'running');
  const step = running ? told(running.title, running) : null;
  const status = task?.status ?? (item.task_id && !isGone ? 'queued' : 'refused');
  return (
    <li>
      <Stack gap={1}>
        {site_id ? <Link to={overviewPath(site_id)}>{fqdn}</Link> : <span>{fqdn}</span>}
        {(error ?? step) && (
          <Text size="s" tone={error ? 'danger' : 'muted'}>
            {error ?? step}
          </Text>
        )}
      </Stack>
      <RunStatus site={{ status, percent: Math.round(task?.percent ?? 0) }} />
    </li>
  );
}
