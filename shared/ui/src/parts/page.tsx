import { createContext, useContext, type ReactNode } from 'react';
import { breadcrumbView, pageView, type Crumb as FrameCrumb } from '@panel/frame';
import { cx } from '../cx.ts';
import { reactRenderer } from './react-renderer.ts';

/** A step of a trail. `beside`: a control after it, such as a `WorkloadSwitch`. */
export type Crumb = FrameCrumb<ReactNode>;

/** The shell knows the trail of the route; a page shows it automatically. */
const TrailContext = createContext<readonly Crumb[]>([]);
export const PageTrail = TrailContext.Provider;

/** The page's location; the last entry is the page itself. Hidden below two entries. */
export const Breadcrumb = ({ trail }: { trail: readonly Crumb[] }) => breadcrumbView(reactRenderer, trail);

export type PageProps = {
  /** Left out where the `subject` has the h1. */
  title?: ReactNode;
  /** What the page is about, above its head: a `WorkloadHeader`. */
  subject?: ReactNode;
  subtitle?: ReactNode;
  /** Next to the title, e.g. a status. */
  badge?: ReactNode;
  /** On the right; at most one primary. */
  actions?: ReactNode;
  /** At most one banner at a time. */
  banner?: ReactNode;
  /** Replaces the trail of the shell, for titles that depend on data. */
  breadcrumb?: readonly Crumb[];
  /** `form`: one readable column; `split`: that column and a narrow one beside it. */
  width?: 'full' | 'form' | 'split';
  children: ReactNode;
};

/** One page: its only h1 (the shell moves the focus there after a page change), its actions, its content. */
export function Page({
  title,
  subject,
  subtitle,
  badge,
  actions,
  banner,
  breadcrumb,
  width = 'full',
  children,
}: PageProps) {
  const trail = useContext(TrailContext);
  return pageView(
    reactRenderer,
    {
      trail: breadcrumb ?? trail,
      title,
      subject,
      subtitle,
      badge,
      actions,
      banner,
      className: cx('p-page', width !== 'full' && `p-page-${width}`),
    },
    children,
  );
}
