import { useId } from 'react';
import type { StepProgress, TaskStep } from '@panel/contract';
import { formatNumber, pageLocale, t, told } from '@panel/core';
import { Icon } from '../parts/icon.tsx';
import { VisuallyHidden } from '../parts/text.tsx';
import { formatBytes } from '../format/bytes.ts';
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

/** The amount in words: what the server says in English, from its numbers in other languages. */
function amountIn({ done, total, unit, text }: StepProgress): string {
  if (/^en\b/.test(pageLocale())) return text;
  const shown = (count: number) => (unit === 'bytes' ? formatBytes(count) : formatNumber(Math.round(count)));
  if (unit === 'percent') return `${shown(done)}%`;
  return total === null ? shown(done) : t('{done} of {total}', { done: shown(done), total: shown(total) });
}

/** A bar if the total is known, and the amount in words. */
function Amount({ progress, step }: { progress: StepProgress; step: string }) {
  const { done, total } = progress;
  const text = amountIn(progress);
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
        <span id={id}>{told(step.title, step)}</span>
        {step.state === 'running' && step.progress && <Amount progress={step.progress} step={id} />}
      </span>
      <VisuallyHidden>{STATE_TEXT[step.state]}</VisuallyHidden>
      <span className="p-step-time p-figures">{step.state === 'idle' || took === null ? '' : formatElapsed(took)}</span>
    </li>
  );
}
