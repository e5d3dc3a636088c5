import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Banner } from './banner.tsx';

type Props = {
  /** What cancelling leaves behind. */
  leaves: string | null;
  reason: string | null;
  cancelling: boolean;
  onCancel: () => void;
};

/** The question replaces the button that had the focus. */
const focus = (button: HTMLButtonElement | null) => button?.focus();

/** Cancels a task after a confirmation that says what remains. */
export function TaskCancel({ leaves, reason, cancelling, onCancel }: Props) {
  const [asking, setAsking] = useState(false);
  if (!asking || reason !== null)
    return (
      <div className="p-task-cancel">
        <Button size="s" onClick={() => setAsking(true)} disabledReason={reason}>
          Cancel task
        </Button>
      </div>
    );
  return (
    <Banner
      kind="warning"
      live
      title="Cancel this task?"
      action={
        <>
          <Button onClick={() => setAsking(false)} ref={focus}>
            Keep it running
          </Button>
          <Button kind="danger" loading={cancelling} onClick={onCancel}>
            Cancel task
          </Button>
        </>
      }
    >
      {leaves}
    </Banner>
  );
}
