import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { t } from '@panel/core';
import { AppLink } from '@panel/core/router';
import { Icon } from './icon.tsx';
import { VisuallyHidden } from './text.tsx';
import { cx } from '../cx.ts';

export type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'children'> & {
  children: ReactNode;
  /** A path of the panel; hover and focus preload the page. */
  to?: string;
  /** An address outside the panel. */
  href?: string;
  /** Opens in a new tab, which its accessible name announces. */
  newTab?: boolean;
  /** The partner's colour for small links. */
  small?: boolean;
  /** In the colour of the text around it until hovered, for names in lists. */
  quiet?: boolean;
};

/** A link, inside the panel (`to`) or outside (`href`). */
export function Link({ to, href, newTab, small, quiet, className, children, ...rest }: LinkProps) {
  const name = cx('p-link', small && 'p-link-small', quiet && 'p-link-quiet', className);
  const tab = newTab ? { target: '_blank', rel: 'noreferrer' } : {};
  const inside = newTab ? (
    <>
      {children}
      <Icon name="external" size={14} className="p-link-icon" />
      <VisuallyHidden> {t('(opens in a new tab)')}</VisuallyHidden>
    </>
  ) : (
    children
  );
  return to === undefined ? (
    <a {...rest} {...tab} className={name} href={href}>
      {inside}
    </a>
  ) : (
    <AppLink {...rest} {...tab} className={name} to={to}>
      {inside}
    </AppLink>
  );
}
