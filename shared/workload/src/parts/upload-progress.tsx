import { useId } from 'react';
import { t } from '@panel/core';
import { Button, Inline, Stack } from '@panel/ui';

/** How much of a zip has been sent; null hides it. Nothing is left of an upload that is cancelled. */
export function UploadProgress({ percent, onCancel }: { percent: number | null; onCancel: () => void }) {
  const id = useId();
  if (percent === null) return null;
  const isSent = percent >= 100;
  return (
    <Stack gap={2}>
      <p id={id} className="p-text" aria-live="polite">
        {isSent ? t('Checking the file') : t('Uploading')}
      </p>
      <div className="p-task-bar">
        <progress max={100} value={percent} aria-labelledby={id} />
        <span className="p-figures">{percent}%</span>
      </div>
      {!isSent && (
        <Inline>
          <Button onClick={onCancel}>{t('Cancel upload')}</Button>
        </Inline>
      )}
    </Stack>
  );
}
