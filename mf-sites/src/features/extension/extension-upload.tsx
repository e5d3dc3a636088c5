import { EXTENSION_ZIP_MAX_BYTES } from '@panel/contract/schemas';
import { ApiError, notify, type ExtensionKind, t } from '@panel/core';
import { useUploadExtension } from '@panel/resources/extension';
import { isCancelled } from '@panel/resources/upload';
import { FilePicker } from '@panel/workload/parts';

/** Chooses a zip file and adds it to the library. */
export function ExtensionUpload({ kind }: { kind: ExtensionKind }) {
  const upload = useUploadExtension(kind);
  const refuse = (message: string, requestId?: string | null) =>
    notify({
      kind: 'error',
      title: t('We couldn’t add this {kind, select, plugin {plugin} other {theme}}', { kind }),
      message,
      requestId,
    });
  const sending = upload.percent !== null && upload.percent < 100 ? `${upload.percent}%` : null;
  return (
    <FilePicker
      kind="primary"
      loading={upload.isPending}
      label={t('Zip file of the {kind, select, plugin {plugin} other {theme}}', { kind })}
      maxBytes={EXTENSION_ZIP_MAX_BYTES}
      onChoose={(file) =>
        upload.mutate(file, {
          onError: (error) =>
            !isCancelled(error) && refuse(error.message, error instanceof ApiError ? error.requestId : null),
        })
      }
      onRefuse={refuse}
    >
      {sending
        ? t('Uploading {sending}', { sending })
        : t('Upload {kind, select, plugin {plugin} other {theme}}', { kind })}
    </FilePicker>
  );
}
