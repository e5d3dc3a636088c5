import { useQuery } from '@tanstack/react-query';
import { t } from '@panel/core';
import { Navigate, useSearchParams } from '@panel/core/router';
import { Banner, ButtonLink, Card, Inline, Link, Page, Skeleton, Stack, Text } from '@panel/ui';
import { appBuildsPath, appOverviewPath, appQuery, hasPanelGit } from '@panel/resources/app';
import { studioPath } from '@panel/resources/studio';

/** /new-app/finish?app=…: where the application is, and what one does next. */
export function Component() {
  const [search] = useSearchParams();
  const id = search.get('app') ?? '';
  // Read again: what is known of it may be from before its first build ended.
  const { data: app, error } = useQuery({ ...appQuery(id), enabled: id !== '', refetchOnMount: 'always' });
  if (id === '') return <Navigate to="/apps" replace />;
  if (error) throw error;
  return (
    <Page title={app?.status === 'ready' ? t('Your application is live') : t('Your application')}>
      {!app ? (
        <Skeleton kind="text" rows={4} />
      ) : (
        <Card>
          <Stack gap={4}>
            {app.status === 'ready' ? (
              <Text as="p">
                {t('It answers at')}{' '}
                <Link href={app.url} newTab>
                  {app.fqdn}
                </Link>
                .
              </Text>
            ) : (
              <Banner kind="warning">{t('Its first release is not live yet.')}</Banner>
            )}
            <Inline>
              {hasPanelGit(app) && (
                <ButtonLink kind={app.mode === 'scratch' ? 'primary' : 'default'} icon="edit" to={studioPath(id)}>
                  {t('Edit code')}
                </ButtonLink>
              )}
              <ButtonLink
                kind={app.mode === 'scratch' ? 'default' : 'primary'}
                icon="overview"
                to={appOverviewPath(id)}
              >
                {t('Manage application')}
              </ButtonLink>
              <ButtonLink icon="refresh" to={appBuildsPath(id)}>
                {app.type === 'manual' ? t('Deploys') : t('Build & Deploy')}
              </ButtonLink>
            </Inline>
          </Stack>
        </Card>
      )}
    </Page>
  );
}
