import { useRef, type ChangeEvent, type ReactNode } from 'react';
import { t } from '@panel/core';
import { Button, formatBytes, type ButtonProps } from '@panel/ui';

type Props = Pick<ButtonProps, 'kind' | 'loading'> & {
  /** Accessible name of the file input. */
  label: string;
  maxBytes: number;
  /** As the `accept` of an input; default zip files. */
  accept?: string;
  onChoose: (file: File) => void;
  /** Gets the reason. */
  onRefuse: (message: string) => void;
  children: ReactNode;
};

const ZIP = '.zip,application/zip';

/** A button that opens the dialog of files. The server checks what is in the file. */
export function FilePicker({ kind, loading, label, maxBytes, accept = ZIP, onChoose, onRefuse, children }: Props) {
  const file = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    // Allows the same file to be chosen again after a fix.
    event.target.value = '';
    if (!chosen) return;
    if (chosen.size > maxBytes)
      return onRefuse(
        t('The file is {size}. The limit is {limit}.', {
          size: formatBytes(chosen.size),
          limit: formatBytes(maxBytes),
        }),
      );
    onChoose(chosen);
  };
  return (
    <>
      <Button kind={kind} icon="upload" loading={loading} onClick={() => file.current?.click()}>
        {children}
      </Button>
      <input
        ref={file}
        type="file"
        // A screen reader would read it as a second button.
        hidden
        aria-label={label}
        accept={accept}
        onChange={choose}
      />
    </>
  );
}
