import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { StudioFile } from '@panel/contract';
import { t, type App } from '@panel/core';
import { Banner, Button, EmptyState, Inline, Menu, SegmentedControl, Stack, Text } from '@panel/ui';
import { nameOfPath } from '@panel/resources/file';
import { isConflict, studioFileQuery, textKindLabel, type StudioDraft } from '@panel/resources/studio';
import { CodeDiff, CodeEditor } from '@panel/workload/code';
import { ToolData } from '@panel/workload/parts';
import type { StudioPanel } from './studio-panels.tsx';
import type { StudioWork } from './use-studio-work.ts';

type Props = {
  app: App;
  commit: string | null;
  path: string;
  files: ReadonlyMap<string, StudioFile>;
  work: StudioWork;
  onPanel: (panel: StudioPanel, path: string) => void;
  onClose: () => void;
};

/** One file that is open: its text to edit, what has changed of it, or why it can only be renamed or deleted. */
export function StudioFileView({ app, commit, path, files, work, onPanel, onClose }: Props) {
  const [view, setView] = useState<'edit' | 'changes'>('edit');
  const draft = work.drafts[path];
  const from = draft ? draft.from : path;
  const committed = from === null ? undefined : files.get(from);
  const result = useQuery({
    ...studioFileQuery(app.id, commit ?? '', committed?.path ?? ''),
    enabled: commit !== null && committed !== undefined,
  });
  const name = nameOfPath(path);
  const before = result.data?.text ?? '';
  const text = draft?.text ?? result.data?.text ?? null;
  const change = (text: string) => {
    const base = draft ? draft.base : (committed?.version ?? null);
    work.setDraft(path, { from, base, text: result.data?.text === text ? null : text, gone: false });
  };
  return (
    <Stack gap={3}>
      <Inline justify="between">
        <Text className="p-break" tone="muted">
          {path}
        </Text>
        <Inline gap={2}>
          {draft && draft.text !== null && (
            <SegmentedControl
              label={t('View')}
              segments={[
                { value: 'edit', label: t('Edit') },
                { value: 'changes', label: t('Changes') },
              ]}
              value={view}
              onChange={setView}
            />
          )}
          <Button size="s" icon="close" onClick={onClose}>
            {t('Close')}
          </Button>
          <Menu
            label={t('Actions for {name}', { name })}
            items={[
              {
                ...({ key: 'rename', icon: 'edit', call: 'studio.commit' } as const),
                label: t('Rename'),
                onSelect: () => onPanel('rename', path),
                disabledReason: draft?.gone ? t('This file will be deleted.') : null,
              },
              {
                ...({ key: 'discard', icon: 'refresh' } as const),
                label: t('Discard changes'),
                onSelect: () => onPanel('discard', path),
                disabledReason: draft ? null : t('Nothing has changed.'),
              },
              {
                ...({ key: 'delete', icon: 'trash', danger: true, separated: true, call: 'studio.commit' } as const),
                label: t('Delete'),
                onSelect: () => onPanel('delete', path),
                disabledReason: draft?.gone ? t('This file will be deleted.') : null,
              },
            ]}
          />
        </Inline>
      </Inline>
      {draft && isConflict(path, work.drafts, files) && (
        <Conflict path={path} draft={draft} files={files} work={work} onCompare={() => setView('changes')} />
      )}
      {draft?.gone ? (
        <EmptyState
          icon="trash"
          title={t('This file will be deleted')}
          text={t('It is deleted with your next commit.')}
          action={<Button onClick={() => work.discard(path)}>{t('Keep the file')}</Button>}
        />
      ) : draft && draft.text !== null && view === 'changes' ? (
        <CodeDiff label={t('Changes of {name}', { name })} name={name} before={before} text={draft.text} />
      ) : text !== null ? (
        // At one place for a committed and a changed text: another editor would lose the focus with the first letter.
        <CodeEditor label={t('Code of {name}', { name })} name={name} value={text} onChange={change} />
      ) : (
        <ToolData result={result} reason={undefined} what={t('the file')}>
          {({ kind }) => (
            <EmptyState
              icon="server"
              title={textKindLabel(kind)}
              text={t('You can rename or delete it here. Change its content with Git on your computer.')}
            />
          )}
        </ToolData>
      )}
    </Stack>
  );
}

/** A file that was changed here and in the newest commit: nothing is decided but by who edits. */
function Conflict({
  path,
  draft,
  files,
  work,
  onCompare,
}: Pick<Props, 'path' | 'files' | 'work'> & { draft: StudioDraft; onCompare: () => void }) {
  const source = draft.from !== null && files.has(draft.from) ? draft.from : files.has(path) ? path : null;
  const version = source === null ? null : (files.get(source)?.version ?? null);
  const isOccupied = draft.from !== path && files.has(path);
  return (
    <Banner kind="warning" title={t('This file was changed by somebody else, too')}>
      <Inline gap={2}>
        {draft.text !== null && source !== null && (
          <Button size="s" onClick={onCompare}>
            {t('Compare')}
          </Button>
        )}
        {(draft.text !== null || (!isOccupied && source !== null)) && (
          <Button
            size="s"
            onClick={() => work.setDraft(path, { ...draft, from: isOccupied ? path : source, base: version })}
          >
            {t('Keep my version')}
          </Button>
        )}
        <Button size="s" onClick={() => work.discard(path)}>
          {t('Take the newest version')}
        </Button>
      </Inline>
    </Banner>
  );
}
