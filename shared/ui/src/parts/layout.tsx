import type { ElementType, ReactNode } from 'react';
import { cx } from '../cx.ts';

type Gap = 1 | 2 | 3 | 4 | 5 | 6 | 8;
type Box = { children: ReactNode; as?: ElementType; className?: string };

/** Stacks its children vertically; `gap` in steps of 4 px. */
export const Stack = ({ children, as: Tag = 'div', gap = 4, className }: Box & { gap?: Gap }) => (
  <Tag className={cx('p-stack', `p-gap-${gap}`, className)}>{children}</Tag>
);

export type InlineProps = Box & {
  gap?: Gap;
  justify?: 'start' | 'between' | 'end';
  align?: 'center' | 'start' | 'baseline';
  wrap?: boolean;
};

/** Side by side, wrapping unless `wrap` is false. */
export const Inline = ({ children, as: Tag = 'div', gap = 2, justify, align, wrap = true, className }: InlineProps) => (
  <Tag
    className={cx(
      'p-inline',
      `p-gap-${gap}`,
      justify && `p-justify-${justify}`,
      align && `p-align-${align}`,
      !wrap && 'p-nowrap',
      className,
    )}
  >
    {children}
  </Tag>
);

/** Columns that are at least `min` wide and wrap automatically. `sidebar`: a wide first and a narrow second column. */
export const Grid = ({
  children,
  as: Tag = 'div',
  min = 'm',
  gap = 4,
  className,
}: Box & { min?: 's' | 'm' | 'l' | 'sidebar'; gap?: Gap }) => (
  <Tag className={cx('p-grid', `p-grid-${min}`, `p-gap-${gap}`, className)}>{children}</Tag>
);
