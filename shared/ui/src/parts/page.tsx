import { createContext, useContext, type ReactNode } from 'react';
import { Link } from './link.tsx';
import { cx } from '../cx.ts';

export type Crumb = { title: string; to?: string };

/** The shell knows the trail of the route; a page shows it automatically. */
const TrailContext = createContext<readonly Crumb[]>([]);
export const PageTrail = TrailContext.Provider;

/** The page's location; the last entry is the page itself. Hidden below two entries. */
export function Breadcrumb({ trail }: { trail: readonly Crumb[] }) {
  if (trail.length < 2) return null;
  return (
    <nav className="p-breadcrumb" aria-label="Breadcrumb">
      <ol>
        {trail.map((crumb, index) => (
          <li key={`${index}-${crumb.title}`}>
            {index < trail.length - 1 && crumb.to !== undefined ? (
              <Link to={crumb.to} small>
                {crumb.title}
              </Link>
            ) : (
              <span aria-current={index === trail.length - 1 ? 'page' : undefined}>{crumb.title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

export type PageProps = {
  title: ReactNode;
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
export function Page({ title, subtitle, badge, actions, banner, breadcrumb, width = 'full', children }: PageProps) {
  const trail = useContext(TrailContext);
  return (
    <div className={cx('p-page', width !== 'full' && `p-page-${width}`)}>
      <Breadcrumb trail={breadcrumb ?? trail} />
      <header className="p-page-head">
        <div className="p-page-titles">
          <div className="p-inline p-gap-3">
            <h1 className="p-page-title" tabIndex={-1}>
              {title}
            </h1>
            {badge}
          </div>
          {subtitle && <p className="p-page-subtitle">{subtitle}</p>}
        </div>
        {actions && <div className="p-page-actions">{actions}</div>}
      </header>
      {banner}
      {children}
    </div>
  );
}
