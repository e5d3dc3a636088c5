import { useRef, useState, type ChangeEvent, type DragEvent, type ReactNode } from 'react';
import { t } from '@panel/core';
import { FILE_UPLOAD_BYTES } from '@panel/contract/wire';
import { Banner, Button, ConfirmDialog, formatBytes, Inline, Stack, Text } from '@panel/ui';
import { joinPath, shownName, useUploadFiles } from '@panel/resources/file';
import { isCancelled } from '@panel/resources/upload';
import { UploadProgress } from '../parts/upload-progress.tsx';

type Props = { id: string; folder: string; children: ReactNode };

/** Files, and the folder that was open when they were chosen. */
type Taken = { files: readonly File[]; to: string };

/** Takes files that are dropped on the folder, or chosen. */
export function UploadArea({ id, folder, children }: Props) {
  const upload = useUploadFiles(id);
  const input = useRef<HTMLInputElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [taken, setTaken] = useState<Taken | null>(null);
  const send = ({ files, to }: Taken, replace = false) => {
    setTaken(null);
    const large = files.find(({ size }) => size > FILE_UPLOAD_BYTES);
    const [name, limit] = [shownName(large?.name ?? ''), formatBytes(FILE_UPLOAD_BYTES)];
    setRefused(large ? t('{name} is larger than {limit}. Nothing was uploaded.', { name, limit }) : null);
    if (files.length === 0 || large) return;
    upload.mutate(
      { folder: to, files, replace },
      {
        onSuccess: (left) => left.length > 0 && setTaken({ files: left, to }),
        onError: (error) => !isCancelled(error) && setRefused(error.message),
      },
    );
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    if (!upload.isPending) send({ files: [...event.dataTransfer.files], to: folder });
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])];
    // Allows the same file to be chosen again after a fix.
    event.target.value = '';
    send({ files, to: folder });
  };
  return (
    <div onDragOver={(event) => event.preventDefault()} onDrop={drop} role="group" aria-label={t('Upload by drop')}>
      <Stack gap={3}>
        <Inline gap={3}>
          <Button icon="upload" call="file.upload" loading={upload.isPending} onClick={() => input.current?.click()}>
            {t('Upload files')}
          </Button>
          <Text size="s" tone="muted">
            {t('Or drop files on the list.')}
          </Text>
        </Inline>
        <input
          ref={input}
          type="file"
          multiple
          // A screen reader would read it as a second button.
          hidden
          aria-label={t('Files to upload')}
          onChange={choose}
        />
        <UploadProgress percent={upload.percent} onCancel={upload.cancel} />
        {refused !== null && (
          <Banner kind="danger" live>
            {refused}
          </Banner>
        )}
        {children}
      </Stack>
      {taken && (
        <ConfirmDialog
          title={t('Replace files?')}
          confirmLabel={t('Replace')}
          danger
          onConfirm={() => send(taken, true)}
          onClose={() => setTaken(null)}
        >
          <Stack gap={2}>
            <Text as="p">
              {t('There are already files of these names in this folder. If you replace them, their content is gone.')}
            </Text>
            <ul>
              {taken.files.map(({ name }) => (
                <li key={name} className="p-break">
                  <bdi>{shownName(joinPath(taken.to, name))}</bdi>
                </li>
              ))}
            </ul>
          </Stack>
        </ConfirmDialog>
      )}
    </div>
  );
}
