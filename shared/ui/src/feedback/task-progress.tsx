import { useId, type ReactNode } from 'react';
import type { Task } from '@panel/contract';
import { t, told, toldReason } from '@panel/core';
import { Button } from '../parts/button.tsx';
import { StatusBadge } from '../parts/badge.tsx';
import { formatElapsed, toMillis } from '../format/date.ts';
import { Banner } from './banner.tsx';
import { TaskCancel } from './task-cancel.tsx';
import { TaskLog } from './task-log.tsx';
import { between, Step } from './task-step.tsx';
import { cx } from '../cx.ts';

export type TaskProgressProps = {
  task: Task;
  /**
   * Time of the last read, in milliseconds. Elapsed time stops there: a running clock would count past the end, and
   * jump back once the end is known.
   */
  at?: number;
  /** Default: the task's title. */
  title?: ReactNode;
  /** Shown when the task failed and its error says that a retry can help. */
  onRetry?: () => void;
  retrying?: boolean;
  /** Offers to cancel the task while it has not ended. */
  onCancel?: () => void;
  cancelling?: boolean;
  /** Why it cannot be cancelled now. */
  cannotCancel?: string | null;
  /** Other actions after a failure, e.g. contact support. */
  failedAction?: ReactNode;
};

/**
 * A long-running task, the same everywhere: steps, percent, elapsed time, log on demand, cancelling, what to do after
 * a failure.
 */
export function TaskProgress({
  task,
  at = toMillis(task.updated_at) ?? 0,
  title = told(task.label),
  onRetry,
  retrying,
  onCancel,
  cancelling = false,
  cannotCancel = null,
  failedAction,
}: TaskProgressProps) {
  const id = useId();
  const ended = task.ended_at !== null;
  const elapsed = between(task.created_at, toMillis(task.ended_at) ?? at);
  const running = task.steps.find((step) => step.state === 'running');
  const failed = task.steps.find((step) => step.state === 'failed');
  const percent = Math.round(task.percent);
  return (
    <section className={cx('p-task', `p-task-${task.status}`)} aria-labelledby={id}>
      <div className="p-task-head">
        <div className="p-inline p-gap-3">
          <h2 id={id} className="p-card-title p-break">
            {title}
          </h2>
          <StatusBadge status={task.status} kind="task" />
        </div>
        <span className="p-task-time p-figures" title={t('Elapsed time')}>
          {formatElapsed(elapsed)}
        </span>
      </div>
      <div className="p-task-bar">
        <progress max={100} value={percent} aria-labelledby={id} />
        <span className="p-figures">{percent}%</span>
      </div>
      <p className="p-visually-hidden" aria-live="polite">
        {running
          ? told(running.title, running)
          : failed
            ? t('{title}: failed', { title: told(failed.title, failed) })
            : ended && task.status !== 'failed'
              ? task.status === 'succeeded'
                ? t('Done')
                : t('Cancelled')
              : ''}
      </p>
      {task.waits_for && (
        <Banner kind="warning" title={t('This waits for its server')}>
          {t('The server with these files does not answer now. This goes on by itself when it is back.')}
        </Banner>
      )}
      <ol className="p-steps-list">
        {task.steps.map((step) => (
          <Step key={step.name} step={step} at={at} />
        ))}
      </ol>
      {onCancel && !ended && (
        <TaskCancel
          leaves={task.cancel && told(task.cancel)}
          reason={cannotCancel}
          cancelling={cancelling}
          onCancel={onCancel}
        />
      )}
      {task.error && (
        <Banner
          kind="danger"
          title={failed ? t('{title} failed', { title: told(failed.title, failed) }) : t('This didn’t finish')}
          action={
            <>
              {failedAction}
              {onRetry && task.error.retryable && (
                <Button onClick={onRetry} loading={retrying} icon="refresh">
                  {t('Retry')}
                </Button>
              )}
            </>
          }
        >
          {toldReason(task.error)}
        </Banner>
      )}
      <TaskLog lines={task.log} />
    </section>
  );
}
