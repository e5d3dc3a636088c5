import type { MouseEvent } from 'react';
import type { FrameLink as Link } from '@panel/frame';
import { AppLink, useLocation } from '@panel/core/router';
import { FrameIcon } from './frame-icon.tsx';

type Props = { link: Link; className: 'f-item' | 'f-section' | 'f-item f-back'; icon?: boolean; onClick?: () => void };

/** A collapsed menu shows only icons, so the name appears on hover. */
const nameWhenFolded =
  (label: string) =>
  ({ currentTarget }: MouseEvent<HTMLElement>) => {
    if (currentTarget.offsetWidth < 80) currentTarget.title = label;
    else currentTarget.removeAttribute('title');
  };

/** A menu entry; the current one is also marked for assistive technology. */
export function FrameLink({ link, className, icon = true, onClick }: Props) {
  const { pathname } = useLocation();
  const current = link.to === pathname ? 'page' : 'true';
  return (
    <AppLink
      to={link.to}
      className={className}
      aria-current={link.current ? current : undefined}
      onMouseEnter={nameWhenFolded(link.label)}
      onClick={onClick}
    >
      {icon && link.icon && <FrameIcon name={link.icon} />}
      <span>{link.label}</span>
    </AppLink>
  );
}
