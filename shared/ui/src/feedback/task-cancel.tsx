import { useState } from 'react';
import { t } from '@panel/core';
import { Button } from '../parts/button.tsx';
import { Banner } from './banner.tsx';

type Props = {
  /** What cancelling leaves behind. */
  leaves: string | null;
  reason: string | null;
  cancelling: boolean;
  onCancel: () => void;
};

/** For a button that replaces the one that had the focus: now nothing has it. */
const takeFocus = (button: HTMLButtonElement | null): void => {
  if (document.activeElement === document.body) button?.focus();
};

/** Cancels a task after a confirmation that says what remains. */
export function TaskCancel({ leaves, reason, cancelling, onCancel }: Props) {
  const [asking, setAsking] = useState<boolean | null>(null);
  if (!asking || reason !== null)
    return (
      <div className="p-task-cancel">
        <Button
          size="s"
          onClick={() => setAsking(true)}
          disabledReason={reason}
          ref={asking === null ? undefined : takeFocus}
        >
          {t('Cancel task')}
        </Button>
      </div>
    );
  return (
    <Banner
      kind="warning"
      live
      title={t('Cancel this task?')}
      action={
        <>
          <Button onClick={() => setAsking(false)} ref={takeFocus}>
            {t('Keep it running')}
          </Button>
          <Button kind="danger" loading={cancelling} onClick={onCancel}>
            {t('Cancel task')}
          </Button>
        </>
      }
    >
      {leaves}
    </Banner>
  );
}
