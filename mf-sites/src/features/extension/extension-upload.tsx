import { EXTENSION_ZIP_MAX_BYTES } from '@panel/contract/schemas';
import { ApiError, notify, type ExtensionKind } from '@panel/core';
import { useUploadExtension } from '@panel/resources/extension';
import { ZipPicker } from '../site/zip-picker.tsx';

/** Chooses a zip file and adds it to the library. */
export function ExtensionUpload({ kind }: { kind: ExtensionKind }) {
  const upload = useUploadExtension(kind);
  const refuse = (message: string, requestId?: string | null) =>
    notify({ kind: 'error', title: `We couldn’t add this ${kind}`, message, requestId });
  return (
    <ZipPicker
      kind="primary"
      loading={upload.isPending}
      label={`Zip file of the ${kind}`}
      maxBytes={EXTENSION_ZIP_MAX_BYTES}
      onChoose={(file) =>
        upload.mutate(file, {
          onError: (error) => refuse(error.message, error instanceof ApiError ? error.requestId : null),
        })
      }
      onRefuse={refuse}
    >
      Upload {kind}
    </ZipPicker>
  );
}
