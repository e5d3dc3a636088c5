import { useId, type ReactNode } from 'react';
import type { Task, TaskStep } from '@panel/contract';
import { Button } from '../parts/button.tsx';
import { StatusBadge } from '../parts/badge.tsx';
import { Icon } from '../parts/icon.tsx';
import { VisuallyHidden } from '../parts/text.tsx';
import { formatDuration, toMillis } from '../format/date.ts';
import { Banner } from './banner.tsx';
import { TaskLog } from './task-log.tsx';
import { cx } from '../cx.ts';

const STATE_TEXT: Record<TaskStep['state'], string> = {
  idle: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
};

/** The clock of the server and of this machine may differ: time never runs below zero. */
const between = (from: string | null, to: number): number | null => {
  const start = toMillis(from);
  return start === null ? null : Math.max(0, to - start);
};

function Step({ step, at }: { step: TaskStep; at: number }) {
  const took = between(step.started, toMillis(step.ended) ?? at);
  return (
    <li className={cx('p-step', `p-step-${step.state}`)}>
      <span className="p-step-mark" aria-hidden="true">
        {step.state === 'done' && <Icon name="check" size={14} />}
        {step.state === 'failed' && <Icon name="close" size={14} />}
        {step.state === 'running' && <span className="p-spinner" />}
      </span>
      <span className="p-step-title">{step.title}</span>
      <VisuallyHidden>{STATE_TEXT[step.state]}</VisuallyHidden>
      <span className="p-step-time p-figures">
        {step.state === 'idle' || took === null ? '' : formatDuration(took)}
      </span>
    </li>
  );
}

export type TaskProgressProps = {
  task: Task;
  /**
   * When this was read, in milliseconds. What runs is shown to have run until then and no longer: a clock that goes on
   * by itself would count past the end, and back when that is heard of.
   */
  at?: number;
  title?: ReactNode;
  /** Shown when the task failed and its error says that trying again can help. */
  onRetry?: () => void;
  retrying?: boolean;
  /** Other things to do once it failed, e.g. contact support. */
  failedAction?: ReactNode;
};

/** Long work, the same everywhere: its named steps, percent, elapsed time, the log on demand, what to do when it failed. */
export function TaskProgress({
  task,
  at = toMillis(task.updated_at) ?? 0,
  title = 'Progress',
  onRetry,
  retrying,
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
        <span className="p-task-time p-figures" title="Elapsed time">
          {formatDuration(elapsed)}
        </span>
      </div>
      <div className="p-task-bar">
        <progress max={100} value={percent} aria-labelledby={id} />
        <span className="p-figures">{percent}%</span>
      </div>
      <p className="p-visually-hidden" aria-live="polite">
        {running
          ? running.title
          : failed
            ? `${failed.title}: failed`
            : ended && task.status === 'succeeded'
              ? 'Done'
              : ''}
      </p>
      <ol className="p-steps-list">
        {task.steps.map((step) => (
          <Step key={step.name} step={step} at={at} />
        ))}
      </ol>
      {task.error && (
        <Banner
          kind="danger"
          title={failed ? `${failed.title} failed` : 'This didn’t finish'}
          action={
            <>
              {failedAction}
              {onRetry && task.error.retryable && (
                <Button onClick={onRetry} loading={retrying} icon="refresh">
                  Retry
                </Button>
              )}
            </>
          }
        >
          {task.error.message}
        </Banner>
      )}
      <TaskLog lines={task.log} />
    </section>
  );
}
