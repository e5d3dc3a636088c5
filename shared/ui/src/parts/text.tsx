import type { ElementType, ReactNode } from 'react';
import { cx } from '../cx.ts';

export type TextProps = {
  children: ReactNode;
  as?: ElementType;
  tone?: 'default' | 'soft' | 'muted' | 'success' | 'warning' | 'danger' | 'info';
  size?: 'xs' | 's' | 'm' | 'l';
  weight?: 'regular' | 'medium' | 'strong';
  mono?: boolean;
  /** One line, cut off with an ellipsis; the whole text stays available to assistive technology. */
  truncate?: boolean;
  className?: string;
  id?: string;
};

export function Text({ children, as: Tag = 'span', tone, size, weight, mono, truncate, className, id }: TextProps) {
  const name = cx(
    'p-text',
    tone && `p-text-${tone}`,
    size && `p-size-${size}`,
    weight && `p-weight-${weight}`,
    mono && 'p-mono',
    truncate && 'p-truncate',
    className,
  );
  return (
    <Tag id={id} className={name}>
      {children}
    </Tag>
  );
}

export type HeadingProps = { children: ReactNode; level?: 2 | 3 | 4; id?: string; className?: string };

/** A heading below the page's one h1. */
export function Heading({ children, level = 2, id, className }: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id} className={cx('p-heading', `p-heading-${level}`, className)}>
      {children}
    </Tag>
  );
}

/** Read aloud, not visible. */
export const VisuallyHidden = ({ children, as: Tag = 'span' }: { children: ReactNode; as?: ElementType }) => (
  <Tag className="p-visually-hidden">{children}</Tag>
);
