import { useId } from 'react';
import type { StepProgress, TaskStep } from '@panel/contract';
import { t } from '@panel/core';
import { Icon } from '../parts/icon.tsx';
import { VisuallyHidden } from '../parts/text.tsx';
import { formatElapsed, toMillis } from '../format/date.ts';
import { cx } from '../cx.ts';

const STATE_TEXT: Record<TaskStep['state'], string> = {
  idle: t('Waiting'),
  running: t('Running'),
  done: t('Done'),
  failed: t('Failed'),
  cancelled: t('Cancelled'),
};

/** The clocks of server and browser may differ: elapsed time is never negative. */
export const between = (from: string | null, to: number): number | null => {
  const start = toMillis(from);
  return start === null ? null : Math.max(0, to - start);
};

/** A bar if the total is known, and the amount in words. */
function Amount({ progress: { done, total, text }, step }: { progress: StepProgress; step: string }) {
  return (
    <span className="p-step-amount p-figures">
      {total !== null && <progress max={total} value={done} aria-labelledby={step} aria-valuetext={text} />}
      <span>{text}</span>
    </span>
  );
}

/** One step of a task: its state, progress and duration. */
export function Step({ step, at }: { step: TaskStep; at: number }) {
  const id = useId();
  const took = between(step.started, toMillis(step.ended) ?? at);
  return (
    <li className={cx('p-step', `p-step-${step.state}`)}>
      <span className="p-step-mark" aria-hidden="true">
        {step.state === 'done' && <Icon name="check" size={14} />}
        {(step.state === 'failed' || step.state === 'cancelled') && <Icon name="close" size={14} />}
        {step.state === 'running' && <span className="p-spinner" />}
      </span>
      <span className="p-step-title">
        <span id={id}>{step.title}</span>
        {step.state === 'running' && step.progress && <Amount progress={step.progress} step={id} />}
      </span>
      <VisuallyHidden>{STATE_TEXT[step.state]}</VisuallyHidden>
      <span className="p-step-time p-figures">{step.state === 'idle' || took === null ? '' : formatElapsed(took)}</span>
    </li>
  );
}
