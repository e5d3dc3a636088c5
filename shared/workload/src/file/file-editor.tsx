import { useState, type KeyboardEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ApiError, t, useDirty, type FileText } from '@panel/core';
import { Banner, Button, Card, EmptyState, Inline, Link, Stack, TextArea } from '@panel/ui';
import { fileDownloadUrl, fileTextQuery, nameOfPath, shownName, useSaveFile } from '@panel/resources/file';
import { BREAK, breaksOf } from '../code/line-breaks.ts';
import { saveAs } from '../parts/save-as.ts';
import { ToolData } from '../parts/tool-data.tsx';
import './file-editor.css';

/** `reason`: why the file cannot be opened or saved now. */
type Props = { id: string; path: string; reason: string | undefined; onClose: () => void };

/** One file: its text to edit, or why it can only be downloaded. */
export function FileEditor({ id, path, reason, onClose }: Props) {
  const result = useQuery({ ...fileTextQuery(id, path), enabled: reason === undefined });
  const name = shownName(nameOfPath(path));
  return (
    <Card title={name} actions={<Button onClick={onClose}>{t('Close')}</Button>}>
      <ToolData result={result} reason={result.data ? undefined : reason} what={t('the file')}>
        {(file, { reload }) =>
          file.text === null || file.version === null ? (
            <EmptyState
              icon="server"
              title={file.kind === 'binary' ? t('This is not a text file') : t('This file is too large to edit here')}
              text={t('Download it instead.')}
              action={<Link href={fileDownloadUrl(id, path)}>{t('Download')}</Link>}
            />
          ) : (
            <Editor
              key={file.version}
              id={id}
              name={name}
              file={{ ...file, text: file.text, version: file.version }}
              reason={reason}
              onReload={reload}
            />
          )
        }
      </ToolData>
    </Card>
  );
}

type EditorProps = {
  id: string;
  name: string;
  file: FileText & { text: string; version: string };
  reason: string | undefined;
  onReload: () => void;
};

const SAVE_KEYS = ['Control+S', 'Meta+S'].join(' ');
function Editor({ id, name, file, reason, onReload }: EditorProps) {
  const save = useSaveFile(id);
  const { lines, isMixed } = breaksOf(file.text);
  const [saved, setSaved] = useState({ text: file.text.replace(BREAK, '\n'), version: file.version });
  const [text, setText] = useState(saved.text);
  const isDirty = text !== saved.text;
  useDirty(isDirty);
  const changed = save.error instanceof ApiError && save.error.code === 'FILE_CHANGED';
  const keep = () => {
    if (!isDirty || save.isPending || reason !== undefined) return;
    const sent = text.replaceAll('\n', lines);
    save.mutate(
      { path: file.path, text: sent, version: saved.version },
      { onSuccess: ({ version }) => setSaved({ text, version }) },
    );
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    keep();
  };
  return (
    <Stack gap={3}>
      {save.error && (
        <Banner kind="danger" live>
          {save.error.message}
          {changed && (
            <Inline gap={2}>
              <Button size="s" icon="download" onClick={() => saveAs(name, text)}>
                {t('Download my text')}
              </Button>
              <Button size="s" icon="refresh" onClick={onReload}>
                {t('Open the file as it is now')}
              </Button>
            </Inline>
          )}
        </Banner>
      )}
      {isMixed && (
        <Banner kind="warning">
          {t('This file has several kinds of line breaks. Saving gives all lines the same one.')}
        </Banner>
      )}
      <TextArea
        aria-label={t('Content of {name}', { name })}
        className="file-text"
        spellCheck={false}
        autoCapitalize="none"
        dir="ltr"
        value={text}
        onChange={setText}
        onKeyDown={onKeyDown}
      />
      <Inline gap={2}>
        <Button
          kind="primary"
          call="file.save"
          loading={save.isPending}
          disabledReason={reason ?? (isDirty ? null : t('Nothing has changed.'))}
          aria-keyshortcuts={SAVE_KEYS}
          onClick={keep}
        >
          {t('Save')}
        </Button>
      </Inline>
    </Stack>
  );
}
