import { t } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { Icon } from '../parts/icon.tsx';
import { VisuallyHidden } from '../parts/text.tsx';
import { cx } from '../cx.ts';

export type StepItem = {
  key: string;
  title: string;
  /** The step's address; only steps that can be opened now are links. */
  to?: string;
};
export type StepsProps = {
  steps: readonly StepItem[];
  current: string;
  /** The current step, which is the last one, is done too. */
  complete?: boolean;
  label?: string;
};

/** Progress in a wizard. Earlier steps are links: going back loses nothing. */
export function Steps({ steps, current, complete = false, label = t('Steps') }: StepsProps) {
  const at = steps.findIndex((step) => step.key === current);
  return (
    <nav className="p-wizard-steps" aria-label={label}>
      <p className="p-wizard-count">{t('Step {at} of {steps}', { at: at + 1, steps: steps.length })}</p>
      <ol>
        {steps.map((step, index) => {
          const done = index < at || (complete && index === at);
          const inside = (
            <>
              <span className="p-wizard-mark" aria-hidden="true">
                {done ? <Icon name="check" size={14} /> : index + 1}
              </span>
              <span>{step.title}</span>
              {done && <VisuallyHidden> {t('(done)')}</VisuallyHidden>}
            </>
          );
          return (
            <li
              key={step.key}
              className={cx('p-wizard-step', done && 'p-wizard-done', index === at && 'p-wizard-current')}
              aria-current={index === at ? 'step' : undefined}
            >
              {done && step.to !== undefined ? <AppLink to={step.to}>{inside}</AppLink> : <span>{inside}</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
