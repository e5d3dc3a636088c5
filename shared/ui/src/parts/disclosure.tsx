import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Icon } from './icon.tsx';

export type DisclosureProps = {
  /** What the details are about. A click on it shows or hides them. */
  summary: ReactNode;
  children: ReactNode;
  onToggle?: (open: boolean) => void;
  className?: string;
};

/** Details on request, such as a log: the browser's own element, with the panel's mark. */
export const Disclosure = ({ summary, children, onToggle, className }: DisclosureProps) => (
  <details className={cx('p-disclosure', className)} onToggle={(event) => onToggle?.(event.currentTarget.open)}>
    <summary>
      <Icon name="chevron-down" size={16} className="p-disclosure-mark" />
      {summary}
    </summary>
    {children}
  </details>
);
