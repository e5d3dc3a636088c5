import { t } from '@panel/core';
import { useId } from 'react';
import { Button, Card, Inline, Stack, Text } from '@panel/ui';

type Props = {
  /** Null hides it. */
  percent: number | null;
  onCancel: () => void;
};

/** How much of a file has been sent. Nothing is left of an upload that is cancelled. */
export function UploadProgress({ percent, onCancel }: Props) {
  const id = useId();
  if (percent === null) return null;
  const isSent = percent >= 100;
  return (
    <Card>
      <Stack gap={3}>
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
            <Text tone="muted">{t('Keep this page open until the upload is complete.')}</Text>
          </Inline>
        )}
      </Stack>
    </Card>
  );
}
