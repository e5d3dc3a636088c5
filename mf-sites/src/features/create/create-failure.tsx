import { useQuery } from '@tanstack/react-query';
import { ApiError, t } from '@panel/core';
import { Banner, Button, ButtonLink } from '@panel/ui';
import { isNameRefusal, overviewPath, ownSiteQuery, progressPath } from '@panel/resources/site';
import { isOutcomeUnknown } from './create-attempt.ts';
import { stepPath } from './site-draft.ts';
import type { SourceKey } from './sources.ts';

type Props = { error: Error; fqdn: string; source: SourceKey; onRetry: () => void };

/** What the site starts from was deleted meanwhile, or never completed. */
const GONE: ReadonlySet<string> = new Set(['NOT_FOUND', 'BLUEPRINT_NOT_COMPLETE', 'BACKUP_NOT_COMPLETE']);

/**
 * Why the site was not created, and what to do. A taken name may be the user's own site, if the response to an
 * earlier attempt was lost.
 */
export function CreateFailure({ error, fqdn, source, onRetry }: Props) {
  const isTaken = error instanceof ApiError && isNameRefusal(error.code);
  const { data: own } = useQuery({ ...ownSiteQuery(fqdn), enabled: isTaken });
  if (own) {
    const to = own.task_id ? progressPath(own.task_id) : own.site_id ? overviewPath(own.site_id) : '/sites';
    return (
      <Banner
        kind="info"
        live
        title={t('{fqdn} is already yours', { fqdn })}
        action={<ButtonLink to={to}>{t('Show the site')}</ButtonLink>}
      >
        {t('An earlier attempt created it or is still creating it.')}
      </Banner>
    );
  }
  if (isTaken) {
    return (
      <Banner kind="danger" live action={<ButtonLink to={stepPath('details')}>{t('Choose another name')}</ButtonLink>}>
        {error.message}
      </Banner>
    );
  }
  if (error instanceof ApiError && error.code === 'SITE_QUOTA') {
    return (
      <Banner kind="warning" live title={error.title} action={<ButtonLink to="/sites">{t('Manage sites')}</ButtonLink>}>
        {t('{message} Your input is kept.', { message: error.message })}
      </Banner>
    );
  }
  if (error instanceof ApiError && GONE.has(error.code)) {
    return (
      <Banner
        kind="danger"
        live
        title={t('We couldn’t create the site')}
        action={
          <ButtonLink to={stepPath('details')}>
            {source === 'backup' ? t('Choose another backup') : t('Choose another blueprint')}
          </ButtonLink>
        }
      >
        {source === 'backup'
          ? t('The backup that you chose is no longer available. Your input is kept.')
          : t('The blueprint that you chose is no longer available. Your input is kept.')}
      </Banner>
    );
  }
  const isInput = error instanceof ApiError && error.status === 422;
  return (
    <Banner
      kind="danger"
      live
      title={t('We couldn’t create the site')}
      action={
        isInput ? (
          <ButtonLink to={stepPath('details')}>{t('Back to the details')}</ButtonLink>
        ) : (
          <Button icon="refresh" onClick={onRetry}>
            {t('Retry')}
          </Button>
        )
      }
    >
      {error.message}{' '}
      {isOutcomeUnknown(error) && t('We kept what you entered. Trying again won’t create a second site.')}
    </Banner>
  );
}
