import { useState } from 'react';
import type { FrameModel } from '@panel/frame';
import { lazyPanel } from '@panel/ui';
import { Brand } from './brand.tsx';
import { FrameIcon } from './frame-icon.tsx';
import { FrameLink } from './frame-link.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { SupportMenu } from './support-menu.tsx';

const MenuDrawer = lazyPanel(async () => (await import('./menu-drawer.tsx')).MenuDrawer);
const isApple = /mac|iphone|ipad/i.test(typeof navigator === 'undefined' ? '' : navigator.userAgent);
export const PALETTE_KEYS = isApple ? '⌘ K' : 'Ctrl K';

/** The header for signed-in users (spec §1): logo, sections, Community & Support, search, bell, profile. */
export function FullHeader({ model, onSearch }: { model: FrameModel; onSearch: () => void }) {
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <header className="f-head">
      <button
        type="button"
        className="f-tool f-burger"
        aria-label="Open menu"
        aria-expanded={menuOpen}
        onClick={() => setMenuOpen(true)}
      >
        <FrameIcon name="menu" />
      </button>
      <Brand model={model} />
      <nav className="f-sections" aria-label="Sections">
        {model.sections.map((link) => (
          <FrameLink key={link.to} link={link} className="f-section" icon={false} />
        ))}
        <SupportMenu links={model.support} />
      </nav>
      <div className="f-tools">
        <button type="button" className="f-palette" aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
          <FrameIcon name="search" />
          <span className="f-palette-text">Search or jump to</span>
          <kbd aria-hidden="true">{PALETTE_KEYS}</kbd>
        </button>
        <NotificationBell />
        <ProfileMenu links={model.profile} />
      </div>
      {menuOpen && <MenuDrawer model={model} onClose={() => setMenuOpen(false)} />}
    </header>
  );
}
