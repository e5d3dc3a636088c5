import { t } from '@panel/core';
import { useEffect, useEffectEvent, useRef, useState, type Ref } from 'react';
import { useImperativeHandle } from 'react';
import type { BuilderPage } from '@panel/core';
import { Banner, Button, Skeleton } from '@panel/ui';
import type { Canvas, PageContent, Selected } from './canvas-editor.ts';

type Props = {
  siteId: string;
  page: BuilderPage;
  pages: readonly BuilderPage[];
  isPhone: boolean;
  onChange: (content: PageContent) => void;
  onTyping: (isTyping: boolean) => void;
  onSelect: (selected: Selected | null) => void;
  onPickPicture: () => void;
  ref: Ref<Canvas | null>;
};

/** The page as it is edited. GrapesJS is loaded here, and nowhere else. */
export function BuilderCanvas({
  siteId,
  page,
  pages,
  isPhone,
  onChange,
  onTyping,
  onSelect,
  onPickPicture,
  ref,
}: Props) {
  const container = useRef<HTMLDivElement>(null);
  const [canvas, setCanvas] = useState<Canvas | null>(null);
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const changed = useEffectEvent(onChange);
  const typing = useEffectEvent(onTyping);
  const selected = useEffectEvent(onSelect);
  const pick = useEffectEvent(onPickPicture);
  useImperativeHandle<Canvas | null, Canvas | null>(ref, () => canvas, [canvas]);

  const open = useEffectEvent(async (isClosed: () => boolean): Promise<Canvas | null> => {
    const { openCanvas } = await import('./canvas-editor.ts');
    if (isClosed() || !container.current) return null;
    const { html, css } = page;
    return openCanvas({
      ...{ container: container.current, siteId, pages, content: { html, css } },
      onReady: () => setState('ready'),
      onChange: (content) => changed(content),
      onTyping: (isTyping) => typing(isTyping),
      onSelect: (part) => selected(part),
      onPickPicture: () => pick(),
    });
  });
  useEffect(() => {
    let closed = false;
    let opened: Canvas | null = null;
    open(() => closed).then(
      (made) => {
        opened = made;
        if (closed) made?.destroy();
        else setCanvas(made);
      },
      () => !closed && setState('failed'),
    );
    return () => {
      closed = true;
      opened?.destroy();
    };
  }, [attempt]);
  useEffect(() => canvas?.setPages(pages), [canvas, pages]);
  useEffect(() => canvas?.setPhone(isPhone), [canvas, isPhone]);

  return (
    <div className="builder-canvas">
      {state === 'loading' && <Skeleton kind="text" rows={6} />}
      {state === 'failed' && (
        <Banner
          kind="danger"
          live
          title={t('The editor didn’t load')}
          action={
            <Button
              onClick={() => {
                setState('loading');
                setAttempt(attempt + 1);
              }}
            >
              {t('Try again')}
            </Button>
          }
        >
          {t('Check your connection. Your draft is safe.')}
        </Banner>
      )}
      <div ref={container} className="builder-frame" hidden={state === 'failed'} />
    </div>
  );
}
