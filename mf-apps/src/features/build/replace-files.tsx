import { useState } from 'react';
import { t, type App } from '@panel/core';
import { Banner, Button, Card, Stack } from '@panel/ui';
import { useReplaceFiles } from '@panel/resources/app';
import { isCancelled } from '@panel/resources/upload';
import { UploadProgress } from '@panel/workload/parts';
import { ZipField } from '../new/zip-field.tsx';

/** Publishes another zip over a manual application; the release before it is kept. */
export function ReplaceFiles({ app }: { app: App }) {
  const [file, setFile] = useState<File | null>(null);
  const replace = useReplaceFiles(app.id);
  return (
    <Card title={t('New files')}>
      <Stack gap={4}>
        <ZipField file={file} onChange={setFile} />
        <UploadProgress percent={replace.percent} onCancel={replace.cancel} />
        {replace.error && !isCancelled(replace.error) && (
          <Banner kind="danger" live>
            {replace.error.message}
          </Banner>
        )}
        <div>
          <Button
            kind="primary"
            icon="upload"
            loading={replace.isPending}
            disabledReason={file === null ? t('Choose a zip first.') : null}
            onClick={() => file && replace.mutate(file, { onSuccess: () => setFile(null) })}
          >
            {t('Upload and publish')}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}
