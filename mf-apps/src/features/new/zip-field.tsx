import { useId, useRef, useState, type ChangeEvent } from 'react';
import { APP_ZIP_MAX_BYTES } from '@panel/contract/app-values';
import { t } from '@panel/core';
import { Button, Inline, Text, formatBytes } from '@panel/ui';
import './zip-field.css';

type Props = { file: File | null; onChange: (file: File) => void; error?: string | null };

/** Chooses a zip. What is in it is checked by the server. */
export function ZipField({ file, onChange, error }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState<string | null>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = event.target.files?.[0];
    // Allows the same file to be chosen again after a fix.
    event.target.value = '';
    if (!chosen) return;
    const isTooLarge = chosen.size > APP_ZIP_MAX_BYTES;
    setTooLarge(
      isTooLarge
        ? t('The file is {size}. The limit is {limit}.', {
            size: formatBytes(chosen.size),
            limit: formatBytes(APP_ZIP_MAX_BYTES),
          })
        : null,
    );
    if (!isTooLarge) onChange(chosen);
  };
  const wrong = tooLarge ?? error;
  return (
    <div>
      <Inline>
        <Button icon="upload" onClick={() => input.current?.click()}>
          {t('Choose a zip')}
        </Button>
        <Text tone="muted" className="p-break">
          {file
            ? `${file.name}, ${formatBytes(file.size)}`
            : t('With an index.html, at most {limit}', { limit: formatBytes(APP_ZIP_MAX_BYTES) })}
        </Text>
      </Inline>
      <input
        ref={input}
        id={id}
        type="file"
        className="zip-file"
        aria-label={t('Zip with the files')}
        tabIndex={-1}
        accept=".zip,application/zip"
        onChange={choose}
      />
      {wrong && (
        <p className="p-text p-text-danger" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
