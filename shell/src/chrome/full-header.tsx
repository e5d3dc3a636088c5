import { useState } from 'react';
import { t } from '@panel/core';
import { fullHeader, headerButtons, type FrameModel } from '@panel/frame';
import { lazyPanel, reactRenderer } from '@panel/ui';
import { HelpButton } from '../help/help-button.tsx';
import { NotificationBell } from './notification-bell.tsx';
import { ProfileMenu } from './profile-menu.tsx';
import { SupportMenu } from './support-menu.tsx';

const MenuDrawer = lazyPanel(async () => (await import('./menu-drawer.tsx')).MenuDrawer);
const isApple = /mac|iphone|ipad/i.test(typeof navigator === 'undefined' ? '' : navigator.userAgent);
const PALETTE_KEYS = isApple ? '⌘ K' : t('Ctrl K');
const SHORTCUTS = ['Control+K', 'Meta+K'].join(' ');

/** The header for signed-in users, with what its buttons open. */
export function FullHeader({ model, onSearch }: { model: FrameModel; onSearch: () => void }) {
  const [menuOpen, setMenuOpen] = useState(false);
  const burger = { 'aria-expanded': menuOpen, onClick: () => setMenuOpen(true) };
  const palette = { 'aria-keyshortcuts': SHORTCUTS, onClick: onSearch };
  return fullHeader(reactRenderer, model, {
    burger: headerButtons.burger(reactRenderer, burger),
    support: <SupportMenu links={model.support} />,
    palette: headerButtons.palette(reactRenderer, palette, PALETTE_KEYS),
    help: <HelpButton />,
    bell: <NotificationBell />,
    profile: <ProfileMenu model={model} />,
    drawer: menuOpen && <MenuDrawer model={model} onClose={() => setMenuOpen(false)} />,
  });
}
