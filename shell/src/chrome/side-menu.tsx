import { useSyncExternalStore, type MouseEvent } from 'react';
import { sideMenu, type FrameModel } from '@panel/frame';
import { t } from '@panel/core';
import { reactRenderer } from '@panel/ui';
import { chooseFold, followFold, isFolded } from './fold.ts';
import { useMenuCounts } from './use-menu-counts.ts';

/** Shows the name of an entry on hover while the menu is collapsed to icons. */
function nameWhenFolded({ target, currentTarget }: MouseEvent<HTMLElement>): void {
  const entry = (target as Element).closest<HTMLElement>('.f-item');
  if (!entry) return;
  if (currentTarget.offsetWidth < 100) entry.title = entry.querySelector('span')?.textContent ?? '';
  else entry.removeAttribute('title');
}

type Props = { side: NonNullable<FrameModel['side']>; model: FrameModel };

/** The left menu of the section; it can be collapsed to icons. */
export function SideMenu({ side, model }: Props) {
  const folded = useSyncExternalStore(followFold, isFolded);
  const counts = useMenuCounts();
  return sideMenu(reactRenderer, side, model, {
    label: folded ? t('Expand menu') : t('Collapse menu'),
    button: { 'aria-expanded': !folded, onClick: () => chooseFold(!folded) },
    nav: { onMouseOver: nameWhenFolded },
    counts,
  });
}
