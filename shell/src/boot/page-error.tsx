import { ApiError, t } from '@panel/core';
import { Button, EmptyState, ErrorState, Page } from '@panel/ui';
import { NotFound } from '../pages/not-found.tsx';
import { PageLoadError } from './load-errors.ts';
import type { Failure } from './retry-boundary.tsx';

/**
 * What happened, in actionable words, and its number (docs/errors); an unexpected error keeps its own message for
 * support.
 */
export function tellFailure(name: string, error: unknown): { title: string; text: string } {
  // The boundary retries when the connection is back.
  if (error instanceof PageLoadError && !navigator.onLine)
    return { title: t('You’re offline.'), text: t('We’ll retry.') };
  if (error instanceof PageLoadError)
    return {
      title: t('{name} didn’t open', { name }),
      text: t('{message} The rest of the panel works. ({number})', { message: error.message, number: error.number }),
    };
  const message = error instanceof Error ? error.message : '';
  return {
    title: t('{name} stopped working', { name }),
    text: message
      ? t('This page had an unexpected error ({message}). The rest of the panel works. (P208)', { message })
      : t('This page had an unexpected error. The rest of the panel works. (P208)'),
  };
}

/**
 * Whether the page's subject does not exist or belongs to someone else (decision: 404), or the id in the address cannot
 * belong to anything; a retry is useless.
 */
const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || 'id' in error.fields);

type Props = Failure & { name: string; title: string };

/** Replaces the page. Uses only light parts, so that it works when the heavier ones are missing. */
export function PageError({ name, title, error, retrying, onRetry }: Props) {
  if (isNotFound(error)) return <NotFound />;
  if (error instanceof ApiError) {
    return (
      <Page title={title}>
        <ErrorState error={error} retrying={retrying} onRetry={onRetry} />
      </Page>
    );
  }
  const told = tellFailure(name, error);
  const retry = (
    <Button icon="refresh" loading={retrying} onClick={onRetry}>
      {t('Retry')}
    </Button>
  );
  return (
    <Page title={title}>
      <div role="alert">
        <EmptyState icon="error" title={told.title} text={told.text} action={retry} />
      </div>
    </Page>
  );
}
