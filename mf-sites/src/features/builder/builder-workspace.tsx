import { t } from '@panel/core';
import { useRef, useState } from 'react';
import type { BuilderDraft } from '@panel/core';
import { Banner, Button, Dialog, Tabs } from '@panel/ui';
import { usePublishDraft } from '@panel/resources/site-builder';
import { BlockList } from './block-list.tsx';
import { BuilderBar } from './builder-bar.tsx';
import { BuilderCanvas } from './builder-canvas.tsx';
import { BuilderConflict } from './builder-conflict.tsx';
import type { Canvas, Selected } from './canvas-editor.ts';
import { PageList } from './page-list.tsx';
import { PictureList } from './picture-list.tsx';
import { PublishDialog } from './publish.dialog.tsx';
import { StylePanel } from './style-panel.tsx';
import { useBuilderDraft } from './use-builder-draft.ts';

type Props = { siteId: string; draft: BuilderDraft; onReload: () => void };

/** The editor: pages, parts and pictures on the left, the page in the middle, its selected part on the right. */
export function BuilderWorkspace({ siteId, draft, onReload }: Props) {
  const { content, state, change, changePage, setTyping, saveNow, settle } = useBuilderDraft(siteId, draft);
  const publish = usePublishDraft(siteId);
  const canvas = useRef<Canvas | null>(null);
  const [tab, setTab] = useState<'pages' | 'blocks' | 'pictures'>('pages');
  const [open, setOpen] = useState(content.pages[0]?.id ?? '');
  const [selected, setSelected] = useState<Selected | null>(null);
  const [isPhone, setPhone] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const [taskId, setTaskId] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  const { pages } = content;
  const index = Math.max(
    0,
    pages.findIndex(({ id }) => id === open),
  );
  const page = pages[index];
  if (!page) return null;

  const startPublishing = async () => {
    publish.reset();
    canvas.current?.flush();
    setStarting(true);
    const revision = await settle();
    setStarting(false);
    if (revision !== null) publish.mutate(revision, { onSuccess: ({ task_id }) => setTaskId(task_id) });
  };
  const openPage = (id: string) => {
    setSelected(null);
    setOpen(id);
  };
  const choosePicture = ({ src, title }: { src: string; title: string }) => {
    setPicking(false);
    canvas.current?.setAttributes({ src, alt: selected?.attributes['alt'] || title.replace(/\.\w+$/, '') });
  };

  return (
    <div className="builder">
      <BuilderBar
        {...{ siteId, draft, page, index, state, isPhone }}
        onPhone={setPhone}
        onUndo={() => canvas.current?.undo()}
        onRedo={() => canvas.current?.redo()}
        onPublish={() => void startPublishing()}
        publishing={isStarting || publish.isPending}
        cannotPublish={state.kind === 'conflict' ? t('Decide first which version of the draft stays.') : undefined}
      />
      <div className="builder-messages">
        {state.kind === 'conflict' && <BuilderConflict siteId={siteId} onReload={onReload} onOverwrite={saveNow} />}
        {state.kind === 'failed' && (
          <Banner
            kind="danger"
            live
            title={t('Your last changes are not saved')}
            action={<Button onClick={() => void saveNow()}>{t('Save again')}</Button>}
          >
            {state.message}
          </Banner>
        )}
        {publish.error && (
          <Banner kind="danger" live title={t('We couldn’t publish your changes')}>
            {publish.error.message}
          </Banner>
        )}
      </div>
      <aside className="builder-side" aria-label={t('Parts of the site')}>
        <Tabs
          label={t('Parts of the site')}
          active={tab}
          onChange={setTab}
          tabs={[
            {
              key: 'pages',
              label: t('Pages'),
              content: (
                <PageList
                  content={content}
                  current={page.id}
                  onOpen={openPage}
                  onChange={(next) => change((before) => ({ ...before, pages: next(before.pages) }))}
                />
              ),
            },
            { key: 'blocks', label: t('Add'), content: <BlockList onAdd={(html) => canvas.current?.add(html)} /> },
            { key: 'pictures', label: t('Pictures'), content: <PictureList siteId={siteId} /> },
          ]}
        />
      </aside>
      <BuilderCanvas
        key={page.id}
        ref={canvas}
        {...{ siteId, page, pages, isPhone }}
        onChange={(next) => changePage(page.id, next)}
        onTyping={setTyping}
        onSelect={setSelected}
        onPickPicture={() => setPicking(true)}
      />
      <aside className="builder-side" aria-label={t('Selected part')}>
        <StylePanel
          selected={selected}
          pages={pages}
          onStyle={(style) => canvas.current?.setStyle(style)}
          onAttributes={(attributes) => canvas.current?.setAttributes(attributes)}
          onPickPicture={() => setPicking(true)}
          onCopy={() => canvas.current?.copy()}
          onParent={() => canvas.current?.selectParent()}
          onRemove={() => canvas.current?.remove()}
        />
      </aside>
      {isPicking && (
        <Dialog open title={t('Choose a picture')} onClose={() => setPicking(false)}>
          <PictureList siteId={siteId} onChoose={choosePicture} />
        </Dialog>
      )}
      {taskId && <PublishDialog taskId={taskId} draft={draft} onClose={() => setTaskId(null)} />}
    </div>
  );
}
