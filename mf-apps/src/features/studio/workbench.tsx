import { useEffect, useMemo, useState } from 'react';
import type { Studio, StudioCommitted } from '@panel/contract';
import { t, usePanelState, type App } from '@panel/core';
import { useSearchParams } from '@panel/core/router';
import { Banner, Button, Card, EmptyState, Field, Inline, Select, Stack, Tabs } from '@panel/ui';
import { FileTree } from '@panel/ui/rich';
import { draftedPaths, draftLabel, filesByPath, isConflict } from '@panel/resources/studio';
import { nameOfPath } from '@panel/resources/file';
import { CommitHistory } from './commit-history.tsx';
import { CommitResult } from './commit-result.tsx';
import { StudioFileView } from './studio-file.tsx';
import { STUDIO_PANELS, StudioPanels } from './studio-panels.tsx';
import { StudioPreview } from './studio-preview.tsx';
import { useStudioWork } from './use-studio-work.ts';
import './studio.css';

type Props = { app: App; studio: Studio; firstBuild: StudioCommitted | null };

const SAVE_KEYS = ['Control+S', 'Meta+S'].join(' ');

/** Control+S and Command+S, wherever the focus is in the studio. */
function useSaveKey(onSave: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      onSave();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  });
}

/** The files of a branch, those that are open, and what becomes of the changes. */
export function Workbench({ app, studio, firstBuild }: Props) {
  const { branch } = studio;
  const work = useStudioWork(app.id, branch);
  const { drafts, tabs } = work;
  const [search, setSearch] = useSearchParams();
  const { panel, of, open, close } = usePanelState(STUDIO_PANELS);
  const [committed, setCommitted] = useState(firstBuild);
  const [isTreeShown, setTreeShown] = useState(true);
  const files = useMemo(() => filesByPath(studio.files), [studio.files]);
  const paths = useMemo(() => draftedPaths(files, drafts), [files, drafts]);
  const changed = Object.keys(drafts);
  const conflicts = changed.filter((path) => isConflict(path, drafts, files));
  const file = search.get('file');
  const openTabs = tabs.filter((path) => files.has(path) || drafts[path] !== undefined);
  const active = file !== null && openTabs.includes(file) ? file : (openTabs.at(-1) ?? null);
  const show = (path: string | null) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (path === null) next.delete('file');
        else next.set('file', path);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const openFile = (path: string) => {
    work.openTab(path);
    show(path);
    setTreeShown(false);
  };
  const nothing = changed.length === 0 ? t('Nothing has changed.') : undefined;
  useSaveKey(() => panel === null && nothing === undefined && open('commit'));
  const items = paths.map((path) => ({
    path,
    disabled: files.get(path)?.kind === 'other' && drafts[path] === undefined,
    ...(drafts[path] && { mark: conflicts.includes(path) ? t('Conflict') : draftLabel(path, drafts[path]) }),
  }));
  return (
    <Stack gap={4}>
      <Inline justify="between">
        <Inline>
          <Field label={t('Branch')} hideLabel>
            <Select
              aria-label={t('Branch')}
              options={[...new Set([branch, ...studio.branches])].map((value) => ({ value, label: value }))}
              value={branch}
              onChange={(next) => next !== '' && setSearch({ branch: next })}
            />
          </Field>
          <Button
            className="studio-files-toggle"
            icon="menu"
            aria-expanded={isTreeShown}
            onClick={() => setTreeShown(!isTreeShown)}
          >
            {t('Files')}
          </Button>
          <Button icon="plus" call="studio.commit" onClick={() => open('new-file')}>
            {t('New file')}
          </Button>
        </Inline>
        <Button
          kind="primary"
          icon="check"
          call="studio.commit"
          aria-keyshortcuts={SAVE_KEYS}
          disabledReason={nothing}
          onClick={() => open('commit')}
        >
          {changed.length === 0
            ? t('Commit')
            : t('{count, plural, one {Commit # change} other {Commit # changes}}', { count: changed.length })}
        </Button>
      </Inline>
      {!work.isKept && (
        <Banner kind="warning">
          {t('Your changes are too large to survive a reload of this page. Commit them soon.')}
        </Banner>
      )}
      {!studio.complete && (
        <Banner kind="warning">
          {t('This repository has more files than the studio can show. Change it with Git on your computer.')}
        </Banner>
      )}
      {conflicts.length > 0 && (
        <Banner kind="warning" live title={t('Somebody else has changed the same files')}>
          {t('Open each file that is marked as a conflict, and choose which version to keep.')}
        </Banner>
      )}
      {committed && <CommitResult app={app} committed={committed} production={studio.production} />}
      <div className="studio">
        <div className="studio-files" data-shown={isTreeShown || undefined}>
          <FileTree label={t('Files')} items={items} selected={active} onOpen={openFile} />
        </div>
        <div className="studio-file">
          {active === null ? (
            <Card>
              <EmptyState
                icon="edit"
                title={paths.length === 0 ? t('This branch has no files yet') : t('No file is open')}
                text={
                  paths.length === 0
                    ? t('Create a file here, or push your code with Git.')
                    : t('Choose a file to edit it.')
                }
              />
            </Card>
          ) : (
            <Tabs
              label={t('Open files')}
              tabs={openTabs.map((path) => ({
                key: path,
                label: drafts[path] ? t('{name} (not committed)', { name: nameOfPath(path) }) : nameOfPath(path),
                content: (
                  <StudioFileView
                    key={path}
                    app={app}
                    commit={studio.commit}
                    path={path}
                    files={files}
                    work={work}
                    onPanel={open}
                    onClose={() => {
                      work.closeTab(path);
                      show(openTabs.findLast((one) => one !== path) ?? null);
                    }}
                  />
                ),
              }))}
              active={active}
              onChange={show}
            />
          )}
        </div>
        <StudioPreview app={app} branch={branch} production={studio.production} />
      </div>
      <CommitHistory app={app} branch={branch} />
      <StudioPanels
        panel={panel}
        of={of}
        app={app}
        studio={studio}
        files={files}
        work={work}
        conflicts={conflicts}
        onOpenFile={openFile}
        onCommitted={setCommitted}
        onClose={close}
      />
    </Stack>
  );
}
