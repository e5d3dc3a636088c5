import { useId, type ReactNode } from 'react';
import { cx } from '../cx.ts';

export type CardProps = {
  title?: ReactNode;
  /** Right of the title. */
  actions?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
  /** No padding around the content, for tables and lists. */
  flush?: boolean;
  tone?: 'default' | 'danger';
  level?: 2 | 3;
  className?: string;
};

/** A framed part of the page; with a title it is a named region. */
export function Card({ title, actions, footer, children, flush, tone = 'default', level = 2, className }: CardProps) {
  const id = useId();
  const Title = `h${level}` as const;
  return (
    <section
      className={cx('p-card', tone === 'danger' && 'p-card-danger', className)}
      aria-labelledby={title ? id : undefined}
    >
      {(title || actions) && (
        <div className="p-card-head">
          {title && (
            <Title id={id} className="p-card-title">
              {title}
            </Title>
          )}
          {actions && <div className="p-inline p-gap-2">{actions}</div>}
        </div>
      )}
      <div className={flush ? 'p-card-flush' : 'p-card-body'}>{children}</div>
      {footer && <div className="p-card-foot">{footer}</div>}
    </section>
  );
}
