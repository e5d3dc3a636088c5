import type { ReactNode } from 'react';
import { ApiError, t } from '@panel/core';
import { Button } from '../parts/button.tsx';
import { CopyText } from '../parts/copy-text.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { HelpButton } from './help-button.tsx';

type StateProps = {
  icon: IconName;
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  level?: 2 | 3;
  tone?: 'neutral' | 'danger';
};

function State({
  icon,
  title,
  text,
  action,
  level = 2,
  tone = 'neutral',
  children,
}: StateProps & { children?: ReactNode }) {
  const Title = `h${level}` as const;
  return (
    <div className={`p-state p-tone-${tone}`}>
      <span className="p-state-icon">
        <Icon name={icon} size={24} />
      </span>
      <Title className="p-state-title">{title}</Title>
      {text && <p className="p-state-text">{text}</p>}
      {children}
      {action && <div className="p-inline p-gap-2 p-state-action">{action}</div>}
    </div>
  );
}

/** The outline of three rows, each fainter than the one before. */
const RowsToCome = () => (
  <div className="p-state-preview" aria-hidden="true">
    {['a', 'b', 'c'].map((row) => (
      <span key={row} className="p-state-row">
        <span />
        <span />
        <span />
      </span>
    ))}
  </div>
);

export type EmptyStateProps = Omit<StateProps, 'tone'> & {
  /** Shows the shape of the list that will be here. */
  preview?: boolean;
};

/** The list is empty: describes it, with a button to start. */
export const EmptyState = ({ preview, ...props }: EmptyStateProps) =>
  preview ? (
    <div className="p-state-box">
      <RowsToCome />
      <State {...props} />
    </div>
  ) : (
    <State {...props} />
  );

/** There are entries, but the search or the filters hide them. */
export const NoMatch = ({
  onClear,
  text = t('Nothing matches your search and filters.'),
}: {
  onClear: () => void;
  text?: string;
}) => (
  <State
    icon="search"
    title={t('No matches')}
    text={text}
    action={<Button onClick={onClear}>{t('Clear filters')}</Button>}
  />
);

export type ErrorStateProps = {
  error: unknown;
  onRetry?: () => void;
  title?: ReactNode;
  retrying?: boolean;
  level?: 2 | 3;
};

/** What happened, the request id, and Retry. */
export function ErrorState({ error, onRetry, title, retrying, level }: ErrorStateProps) {
  const known = error instanceof ApiError ? error : null;
  const message = known?.message ?? t('Something went wrong. Try again; if it happens again, contact support.');
  const heading = title ?? (known?.hasOwnTitle ? known.title : t('This couldn’t be loaded'));
  return (
    <div role="alert">
      <State
        icon="error"
        tone="danger"
        title={heading}
        text={message}
        level={level}
        action={
          <>
            {onRetry && (
              <Button icon="refresh" onClick={onRetry} loading={retrying}>
                {t('Retry')}
              </Button>
            )}
            {known && <HelpButton code={known.code} />}
          </>
        }
      >
        {known?.requestId && (
          <p className="p-request-id">
            {t('Request id')} <CopyText text={known.requestId} label={t('Copy request id')} />
          </p>
        )}
      </State>
    </div>
  );
}
