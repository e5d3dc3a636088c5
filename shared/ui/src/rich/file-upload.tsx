import { useRef, useState } from 'react';
import { Upload, type UploadFile, type UploadProps } from 'antd';
import { t } from '@panel/core';
import { formatBytes } from '../format/bytes.ts';
import { useField } from '../form/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { RichProvider } from './rich-provider.tsx';
import { useGroup } from './use-group.ts';

export type FileUploadProps<Result> = {
  /** Accessible name, unless a Field around it has a label. */
  label?: string;
  /**
   * Sends one file, with a call of `api`. `signal` aborts when the file is removed; `progress` takes percent, if
   * known. An error is shown at the file.
   */
  upload: (file: File, context: { signal: AbortSignal; progress: (percent: number) => void }) => Promise<Result>;
  onUploaded?: (result: Result, file: File) => void;
  onRemoved?: (file: File) => void;
  /** As the `accept` of an input, e.g. `image/png,.zip`. */
  accept?: string;
  maxBytes?: number;
  maxFiles?: number;
  disabled?: boolean;
};

const accepts = (file: File, accept: string): boolean =>
  accept.split(',').some((each) => {
    const kind = each.trim().toLowerCase();
    if (kind.startsWith('.')) return file.name.toLowerCase().endsWith(kind);
    return kind.endsWith('/*') ? file.type.startsWith(kind.slice(0, -1)) : file.type === kind;
  });

const messageOf = ({ error, response }: UploadFile): string => {
  const reason: unknown = error ?? response;
  return reason instanceof Error ? reason.message : String(reason ?? t('The upload failed.'));
};

/**
 * Files by drag and drop or from a dialog, sent immediately and listed with their progress; each shows its own error.
 */
export function FileUpload<Result>({
  label,
  upload,
  onUploaded,
  onRemoved,
  accept,
  maxBytes = Infinity,
  maxFiles = Infinity,
  disabled,
}: FileUploadProps<Result>) {
  const { id } = useField();
  const { group } = useGroup(label);
  const [files, setFiles] = useState<UploadFile[]>([]);
  const refused = useRef(new Map<string, string>());

  const refusalOf = (file: File, place: number): string | null => {
    if (accept && !accepts(file, accept)) return t('Only {accept} files can be uploaded.', { accept });
    if (file.size > maxBytes)
      return t('The file has {size}. At most {maxBytes} can be uploaded.', {
        size: formatBytes(file.size),
        maxBytes: formatBytes(maxBytes),
      });
    if (place >= maxFiles)
      return t('At most {count, plural, one {# file} other {# files}} can be uploaded.', { count: maxFiles });
    return null;
  };
  const beforeUpload: UploadProps['beforeUpload'] = (file, batch) => {
    const taken = files.filter(({ status }) => status !== 'error').length;
    const reason = refusalOf(file, taken + batch.indexOf(file));
    if (reason) refused.current.set(file.uid, reason);
    return reason === null;
  };
  const send: UploadProps['customRequest'] = ({ file, onProgress, onSuccess, onError }) => {
    if (!(file instanceof File)) return;
    const ending = new AbortController();
    const progress = (percent: number) => onProgress?.({ percent });
    upload(file, { signal: ending.signal, progress }).then(
      (result) => {
        onSuccess?.(result);
        onUploaded?.(result, file);
      },
      (error: unknown) => onError?.(error instanceof Error ? error : new Error(String(error))),
    );
    return { abort: () => ending.abort() };
  };
  const limits = [
    Number.isFinite(maxBytes) && t('up to {size} each', { size: formatBytes(maxBytes) }),
    Number.isFinite(maxFiles) && t('at most {count, plural, one {# file} other {# files}}', { count: maxFiles }),
  ].filter(Boolean);
  return (
    <RichProvider>
      <div {...group} className="p-rich p-rich-upload">
        <Upload.Dragger
          id={id}
          multiple={maxFiles > 1}
          accept={accept}
          disabled={disabled}
          fileList={files}
          beforeUpload={beforeUpload}
          customRequest={send}
          onRemove={({ originFileObj }) => {
            if (originFileObj) onRemoved?.(originFileObj);
          }}
          onChange={({ fileList }) =>
            setFiles(
              fileList.map((file) => {
                const reason = refused.current.get(file.uid);
                const named = { ...file, 'aria-label': file.name };
                return reason ? { ...named, status: 'error', error: new Error(reason) } : named;
              }),
            )
          }
          itemRender={(item, file) => (
            <>
              {item}
              {file.status === 'error' && (
                <p role="alert" className="p-error">
                  <Icon name="error" size={14} />
                  {messageOf(file)}
                </p>
              )}
            </>
          )}
        >
          <span className="p-rich-drop">
            <Icon name="upload" size={24} />
            <strong>{t('Choose files or drop them here')}</strong>
            {limits.length > 0 && <span className="p-help">{limits.join(', ')}</span>}
          </span>
        </Upload.Dragger>
      </div>
    </RichProvider>
  );
}
