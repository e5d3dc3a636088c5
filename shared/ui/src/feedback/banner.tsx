import { useState, type ReactNode } from 'react';
import { t } from '@panel/core';
import { IconButton } from '../parts/button.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { cx } from '../cx.ts';

export type BannerKind = 'info' | 'success' | 'warning' | 'danger';

export type BannerProps = {
  kind: BannerKind;
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  dismissible?: boolean;
  onDismiss?: () => void;
  /** It appeared after the page was shown, so it is read aloud, and an error is scrolled into view. */
  live?: boolean;
};

const ICON: Record<BannerKind, IconName> = {
  info: 'info',
  success: 'check-circle',
  warning: 'warning',
  danger: 'error',
};

const intoView = (element: HTMLElement | null): void => element?.scrollIntoView?.({ block: 'nearest' });

/** A message in the page. At most one at a time above the content. */
export function Banner({ kind, title, children, action, dismissible = false, onDismiss, live = false }: BannerProps) {
  const [gone, setGone] = useState(false);
  if (gone) return null;
  const dismiss = () => {
    setGone(true);
    onDismiss?.();
  };
  const role = !live ? undefined : kind === 'danger' ? 'alert' : 'status';
  return (
    <div ref={role === 'alert' ? intoView : undefined} className={cx('p-banner', `p-tone-${kind}`)} role={role}>
      <Icon name={ICON[kind]} className="p-tone-icon" />
      <div className="p-banner-body">
        {title && <strong className="p-banner-title">{title}</strong>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className="p-banner-action">{action}</div>}
      {dismissible && <IconButton icon="close" label={t('Dismiss')} size="s" onClick={dismiss} />}
    </div>
  );
}
