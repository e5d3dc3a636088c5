import { useRef, useState, type ChangeEvent, type DragEvent, type ReactNode } from 'react';
import { t, useDirty } from '@panel/core';
import { FILE_UPLOAD_BYTES } from '@panel/contract/wire';
import { Banner, Button, formatBytes, Inline, Stack, Text } from '@panel/ui';
import { shownName, useUploads, type ChosenFile } from '@panel/resources/file';
import { chosenFiles, droppedFiles, MOST_FILES } from './dropped-files.ts';
import { UploadList } from './upload-list.tsx';
import { UploadTakenDialog } from './upload-taken.dialog.tsx';

type Props = { id: string; folder: string; children: ReactNode };

/** Why files are not uploaded at all, or nothing. */
function refusalOf(files: readonly ChosenFile[]): string | null {
  if (files.length > MOST_FILES)
    return t('These are more than {count, number} files. Upload a zip and unpack it here.', { count: MOST_FILES });
  const large = files.find(({ file }) => file.size > FILE_UPLOAD_BYTES);
  if (!large) return null;
  const [name, limit] = [shownName(large.path), formatBytes(FILE_UPLOAD_BYTES)];
  return t('{name} is larger than {limit}. Nothing was uploaded.', { name, limit });
}

/** Takes files and folders that are dropped on the list, or chosen. */
export function UploadArea({ id, folder, children }: Props) {
  const uploads = useUploads(id);
  const [files, folders] = [useRef<HTMLInputElement>(null), useRef<HTMLInputElement>(null)];
  const [refused, setRefused] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  useDirty(uploads.isActive);
  const send = (chosen: readonly ChosenFile[]) => {
    const refusal = refusalOf(chosen);
    setRefused(refusal);
    if (refusal === null && chosen.length > 0) uploads.add(chosen, folder);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
    // Rows that are dragged onto a folder are no files.
    if (!event.dataTransfer.types?.includes('Files') && event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    droppedFiles(event.dataTransfer).then(send, () => setRefused(t('The browser could not read these files.')));
  };
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = chosenFiles(event.target.files);
    // Allows the same file to be chosen again after a fix.
    event.target.value = '';
    send(chosen);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(event.dataTransfer.types?.includes('Files') ?? false);
  };
  return (
    <div
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      role="group"
      aria-label={t('Upload by drop')}
      className={isOver ? 'file-drop file-drop-over' : 'file-drop'}
    >
      <Stack gap={3}>
        <Inline gap={3}>
          <Button
            icon="upload"
            call="file.upload"
            aria-busy={uploads.isSending || undefined}
            onClick={() => files.current?.click()}
          >
            {t('Upload files')}
          </Button>
          <Button icon="upload" call="file.upload" onClick={() => folders.current?.click()}>
            {t('Upload folder')}
          </Button>
          <Text size="s" tone="muted">
            {t('Or drop files and folders on the list.')}
          </Text>
        </Inline>
        <input
          // A screen reader would read it as a second button.
          {...{ ref: files, type: 'file', multiple: true, hidden: true }}
          aria-label={t('Files to upload')}
          onChange={choose}
        />
        <input
          {...{ ref: folders, type: 'file', webkitdirectory: '', hidden: true }}
          aria-label={t('Folder to upload')}
          onChange={choose}
        />
        {refused !== null && (
          <Banner kind="danger" live>
            {refused}
          </Banner>
        )}
        <UploadList uploads={uploads} />
        {children}
      </Stack>
      <UploadTakenDialog uploads={uploads} />
    </div>
  );
}
