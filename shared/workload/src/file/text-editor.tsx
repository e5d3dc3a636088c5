import { useState, type KeyboardEvent } from 'react';
import { api, ApiError, t, useDirty } from '@panel/core';
import { Banner, Button, Inline, Stack, Text } from '@panel/ui';
import { useSaveFile } from '@panel/resources/file';
import { breaksOf, CodeDiff, CodeEditor } from '../code/index.ts';
import { saveAs } from '../parts/save-as.ts';

type Props = {
  id: string;
  name: string;
  file: { path: string; text: string; version: string };
  line: number | undefined;
  reason: string | undefined;
  onReload: () => void;
};

/** What is in the place of the file now; `null` when it was deleted. */
type Theirs = { text: string | null; version: string } | null;

const SAVE_KEYS = ['Control+S', 'Meta+S'].join(' ');

/** Reads the file as it is now. @throws ApiError, unless it is gone */
async function readTheirs(id: string, path: string): Promise<Theirs> {
  try {
    const { text, version } = await api.file.read({ id, path });
    return { text, version: version ?? '' };
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/** The text of a file. A newer one of somebody else is never overwritten unasked. */
export function TextEditor({ id, name, file, line, reason, onReload }: Props) {
  const save = useSaveFile(id);
  const [saved, setSaved] = useState({ text: file.text, version: file.version });
  const [text, setText] = useState(file.text);
  const [theirs, setTheirs] = useState<{ file: Theirs } | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const isDirty = text !== saved.text;
  useDirty(isDirty);
  const isChanged = save.error instanceof ApiError && ['FILE_CHANGED', 'FILE_EXISTS'].includes(save.error.code);

  const send = (version: string | null) =>
    save.mutate(
      { path: file.path, text, version },
      {
        onSuccess: (done) => {
          setTheirs(null);
          setSaved({ text, version: done.version });
        },
        onError: () => setTheirs(null),
      },
    );
  const keep = () => {
    if (!isDirty || save.isPending || reason !== undefined || isChanged) return;
    send(saved.version);
  };
  const look = (then: (found: Theirs) => void) => {
    setFailed(null);
    readTheirs(id, file.path).then(then, (error: unknown) =>
      setFailed(error instanceof Error ? error : new Error(String(error))),
    );
  };
  // Over what is there now, and nothing newer: that would be asked again.
  const overwrite = () => look((found) => send(found === null ? null : found.version || saved.version));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
    event.preventDefault();
    keep();
  };
  return (
    <div onKeyDown={onKeyDown}>
      <Stack gap={3}>
        {failed && (
          <Banner kind="danger" live>
            {failed.message}
          </Banner>
        )}
        {save.error && (
          <Banner kind="danger" live>
            {save.error.message}
            {isChanged && (
              <Inline gap={2}>
                <Button size="s" onClick={() => look((found) => setTheirs({ file: found }))}>
                  {t('Compare')}
                </Button>
                <Button size="s" call="file.save" loading={save.isPending} onClick={overwrite}>
                  {t('Overwrite with my text')}
                </Button>
                <Button size="s" icon="refresh" onClick={onReload}>
                  {t('Open the file as it is now')}
                </Button>
                <Button size="s" icon="download" onClick={() => saveAs(name, text)}>
                  {t('Download my text')}
                </Button>
              </Inline>
            )}
          </Banner>
        )}
        {breaksOf(file.text).isMixed && (
          <Banner kind="warning">
            {t('This file has several kinds of line breaks. Saving gives all lines the same one.')}
          </Banner>
        )}
        {theirs && (
          <Inline justify="between">
            <Text tone="muted">
              {theirs.file === null
                ? t('The file was deleted. Overwriting it creates it again.')
                : t('Removed lines are in the file now, added ones are yours.')}
            </Text>
            <Button size="s" onClick={() => setTheirs(null)}>
              {t('Go on editing')}
            </Button>
          </Inline>
        )}
        {theirs?.file ? (
          <CodeDiff label={t('Changes of {name}', { name })} name={name} before={theirs.file.text ?? ''} text={text} />
        ) : (
          <CodeEditor
            label={t('Content of {name}', { name })}
            name={name}
            value={text}
            line={line}
            onChange={setText}
          />
        )}
        <Inline gap={3}>
          <Button
            kind="primary"
            call="file.save"
            loading={save.isPending}
            disabledReason={
              reason ?? (isChanged ? t('The file has changed.') : isDirty ? null : t('Nothing has changed.'))
            }
            aria-keyshortcuts={SAVE_KEYS}
            onClick={keep}
          >
            {t('Save')}
          </Button>
          <span aria-live="polite">
            {isDirty && (
              <Text size="s" tone="muted">
                {t('Not saved')}
              </Text>
            )}
          </span>
        </Inline>
      </Stack>
    </div>
  );
}
