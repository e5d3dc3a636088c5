import { useRef, type ChangeEvent } from 'react';
import { EXTENSION_ZIP_MAX_BYTES } from '@panel/contract/schemas';
import { ApiError, notify, type ExtensionKind } from '@panel/core';
import { Button, formatBytes } from '@panel/ui';
import { useUploadExtension } from '@panel/resources/extension';
import './extension.css';

/** Chooses a zip file and adds it to the library. The server checks what is in it. */
export function ExtensionUpload({ kind }: { kind: ExtensionKind }) {
  const file = useRef<HTMLInputElement>(null);
  const upload = useUploadExtension(kind);
  const refuse = (message: string, requestId?: string | null) =>
    notify({ kind: 'error', title: `We couldn’t add this ${kind}`, message, requestId });
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    // Allows the same file to be chosen again after a fix.
    event.target.value = '';
    if (!chosen) return;
    if (chosen.size > EXTENSION_ZIP_MAX_BYTES)
      return refuse(`The file is ${formatBytes(chosen.size)}. The limit is ${formatBytes(EXTENSION_ZIP_MAX_BYTES)}.`);
    upload.mutate(chosen, {
      onError: (error) => refuse(error.message, error instanceof ApiError ? error.requestId : null),
    });
  };
  return (
    <>
      <Button kind="primary" icon="upload" loading={upload.isPending} onClick={() => file.current?.click()}>
        Upload {kind}
      </Button>
      <input
        ref={file}
        type="file"
        className="extension-file"
        aria-label={`Zip file of the ${kind}`}
        tabIndex={-1}
        accept=".zip,application/zip"
        onChange={choose}
      />
    </>
  );
}
