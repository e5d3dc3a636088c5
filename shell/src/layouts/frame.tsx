import { useRef } from 'react';
import type { FrameModel } from '@panel/frame';
import { Outlet } from '@panel/core/router';
import { PageTrail } from '@panel/ui';
import { ChatPanel } from '../chrome/chat-panel.tsx';
import { AbuseBanner, PromoBanner } from '../chrome/frame-banner.tsx';
import { FullHeader } from '../chrome/full-header.tsx';
import { LeaveGuard } from '../chrome/leave-guard.tsx';
import { SideMenu } from '../chrome/side-menu.tsx';
import { SimpleHeader } from '../chrome/simple-header.tsx';
import { useFrameModel } from '../menus/use-frame-model.ts';
import { PaletteHost } from '../palette/palette-host.tsx';
import { usePalette } from '../palette/use-palette.ts';
import { LoginLayout } from './login-layout.tsx';
import { usePageChange } from './use-page-change.ts';

const crumbsOf = (model: FrameModel) => model.trail.map(({ title, to }) => (to ? { title, to } : { title }));

/**
 * The frame around every page, mounted once above all routes. A layout is data (FRAME_SHAPES): moving between
 * sections changes the content of its slots, never the frame itself. The elements are those of the initial HTML
 * (frameHtml).
 */
export function Frame() {
  const model = useFrameModel();
  const main = useRef<HTMLElement>(null);
  const palette = usePalette(model.shape.header === 'full');
  usePageChange(model.documentTitle, main);
  if (model.layout === 'login') return <LoginLayout model={model} main={main} />;

  const { shape, side, banner } = model;
  return (
    <PageTrail value={crumbsOf(model)}>
      <div className={`f${side ? ' f-sided' : ''}${shape.centered ? ' f-centered' : ''}`} data-layout={model.layout}>
        <a className="f-skip" href="#main">
          Skip to content
        </a>
        {shape.header === 'full' ? (
          <FullHeader model={model} onSearch={palette.show} />
        ) : shape.header === 'simple' ? (
          <SimpleHeader model={model} />
        ) : null}
        <div className="f-body">
          {side && <SideMenu side={side} email={model.email} />}
          <div className="f-column">
            {banner?.kind === 'abuse' && <AbuseBanner text={banner.text} />}
            <main className="f-main" id="main" tabIndex={-1} ref={main}>
              <Outlet />
            </main>
            {banner?.kind === 'promo' && <PromoBanner banner={banner} />}
          </div>
        </div>
        {shape.footer && (
          <footer className="f-foot">
            <span>© {model.company}</span>
          </footer>
        )}
        <ChatPanel layout={model.layout} />
        {shape.header === 'full' && <PaletteHost open={palette.open} onClose={palette.hide} />}
        <LeaveGuard />
      </div>
    </PageTrail>
  );
}
