import { useRef } from 'react';
import { frameView, simpleHeader, type FrameModel } from '@panel/frame';
import { Outlet } from '@panel/core/router';
import { PageTrail, reactRenderer } from '@panel/ui';
import { useDismissAnnouncement } from '@panel/resources/announcement';
import { ChatPanel } from '../chrome/chat-panel.tsx';
import { closeOffer } from '../chrome/closed-offers.ts';
import { FullHeader } from '../chrome/full-header.tsx';
import { LeaveGuard } from '../chrome/leave-guard.tsx';
import { SideMenu } from '../chrome/side-menu.tsx';
import { useLanguagePicker } from '../chrome/use-language-picker.ts';
import { HelpHost } from '../help/help-host.tsx';
import { useFrameModel } from '../menus/use-frame-model.ts';
import { PaletteHost } from '../palette/palette-host.tsx';
import { usePalette } from '../palette/use-palette.ts';
import { ProofHost } from '../proof/proof-host.tsx';
import { LoginLayout } from './login-layout.tsx';
import { usePageChange } from './use-page-change.ts';

function Header({ model, onSearch }: { model: FrameModel; onSearch: () => void }) {
  const { header } = model.shape;
  if (header === 'full') return <FullHeader model={model} onSearch={onSearch} />;
  return header === 'simple' ? <SimpleHeader model={model} /> : null;
}

const SimpleHeader = ({ model }: { model: FrameModel }) => simpleHeader(reactRenderer, model, useLanguagePicker(model));

/** The frame around every page, mounted once above all routes. */
export function Frame() {
  const model = useFrameModel();
  const main = useRef<HTMLElement>(null);
  const hasPalette = model.shape.header === 'full';
  const palette = usePalette(hasPalette);
  const { mutate: dismiss } = useDismissAnnouncement();
  usePageChange(model.documentTitle, main);
  if (model.layout === 'login') return <LoginLayout model={model} main={main} />;
  const frame = frameView(reactRenderer, model, {
    header: <Header model={model} onSearch={palette.show} />,
    side: model.side && <SideMenu side={model.side} model={model} />,
    main: { ref: main },
    page: <Outlet />,
    closeOffer: {
      onClick: () => {
        if (model.banner?.kind !== 'promo') return;
        closeOffer(model.banner.page);
        main.current?.focus({ preventScroll: true });
      },
    },
    closeAnnouncement: {
      onClick: () => {
        if (model.banner?.kind !== 'announcement') return;
        dismiss(model.banner.id);
        main.current?.focus({ preventScroll: true });
      },
    },
    more: (
      <>
        <ChatPanel layout={model.layout} />
        {hasPalette && <PaletteHost open={palette.open} onClose={palette.hide} />}
        <HelpHost />
        <LeaveGuard />
        <ProofHost />
      </>
    ),
  });
  return <PageTrail value={model.trail}>{frame}</PageTrail>;
}
